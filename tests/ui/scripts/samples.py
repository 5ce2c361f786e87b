"""Samples of a short word game in each of the twelve languages.

They are real sentences with the tags, digits, quotation marks and signs of each language.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Sample:
    """A sample in one language.

    Attributes:
        people: the names of the game master, the other player and the player at this keyboard.
        prompt: a message of the game master, in two paragraphs.
        clue, guess: messages of the two players, each with a tag.
        verdict: the reply to the guess.
        names: the labels of a card's rows: the word, the forbidden words, and what is left.
        word, forbidden, left: the values of these rows.
        columns, rows: the contents of a table.
        letters: a word, letter by letter.
    """

    people: tuple[str, str, str]
    prompt: str
    clue: str
    guess: str
    verdict: str
    names: tuple[str, str, str]
    word: str
    forbidden: tuple[str, ...]
    left: str
    columns: tuple[str, str, str]
    rows: tuple[tuple[str, str, str], ...]
    letters: tuple[str, ...]


SAMPLES = {
    "ar": Sample(
        ("مدير اللعبة", "المخمِّن", "أنت · الواصف"),
        "صِف الكلمة «بيت» دون أن تذكر: منزل، سقف، غرفة. لديك 3 محاولات.\n\n"
        "ابدأ جوابك بالوسم CLUE: ثم اكتب جملة واحدة (20 كلمة على الأكثر).",
        "تلميح: مكانٌ نعود إليه كلَّ مساء، وله بابٌ ونوافذ.",
        "تخمين: «شقّة»",
        "ليست هذه هي الكلمة؛ بقيت محاولتان من 3.",
        ("الكلمة", "الممنوع", "المتبقّي"),
        "بيت",
        ("منزل", "سقف", "غرفة"),
        "محاولتان من 3",
        ("الجولة", "التخمين", "الوقت"),
        (("1", "شقّة", "12,5 ث"), ("2", "فندق", "8 ث")),
        ("م", "د", "ر", "س", "ة"),
    ),
    "zh": Sample(
        ("主持人", "猜词者", "你 · 描述者"),
        "请描述“房子”这个词，但不能说：家、屋顶、房间。你有3次机会。\n\n"
        "请用“线索：”开头，只写一句话（最多20个字）。",
        "线索：每天下班以后我们回去的地方，有门，也有窗户。",
        "猜测：“公寓”",
        "不是这个词，3次机会还剩2次。",
        ("词语", "禁用词", "剩余"),
        "房子",
        ("家", "屋顶", "房间"),
        "3次中的2次",
        ("轮次", "猜测", "用时"),
        (("1", "公寓", "12.5秒"), ("2", "旅馆", "8秒")),
        ("图", "书", "馆"),
    ),
    "en": Sample(
        ("Game master", "Guesser", "You · Describer"),
        "Describe the word “house” without saying: home, roof, room. You have 3 attempts.\n\n"
        "Begin your answer with CLUE: and write one sentence (20 words at most).",
        "CLUE: a place that we come back to every evening; it has a door and windows.",
        "GUESS: “flat”",
        "That is not the word; 2 of 3 attempts are left.",
        ("Word", "Forbidden", "Left"),
        "house",
        ("home", "roof", "room"),
        "2 of 3 attempts",
        ("Round", "Guess", "Time"),
        (("1", "flat", "12.5 s"), ("2", "hotel", "8 s")),
        ("h", "o", "u", "s", "e"),
    ),
    "fr": Sample(
        ("Maître du jeu", "Devineur", "Vous · Descripteur"),
        "Décrivez le mot « maison » sans dire : foyer, toit, pièce. Vous avez 3 essais.\n\n"
        "Commencez par INDICE : et écrivez une seule phrase (20 mots au plus).",
        "INDICE : l’endroit où l’on rentre chaque soir ; il a une porte et des fenêtres.",
        "RÉPONSE : « appartement »",
        "Ce n’est pas le mot ; il reste 2 essais sur 3.",
        ("Mot", "Interdits", "Reste"),
        "maison",
        ("foyer", "toit", "pièce"),
        "2 essais sur 3",
        ("Tour", "Réponse", "Durée"),
        (("1", "appartement", "12,5 s"), ("2", "hôtel", "8 s")),
        ("é", "c", "o", "l", "e"),
    ),
    "de": Sample(
        ("Spielleitung", "Ratender", "Du · Beschreibender"),
        "Beschreibe das Wort „Haus“, ohne zu sagen: Heim, Dach, Zimmer. Du hast 3 Versuche.\n\n"
        "Beginne mit HINWEIS: und schreibe einen Satz (höchstens 20 Wörter).",
        "HINWEIS: ein Gebäude, in das man abends zurückkehrt; es hat eine Tür und Fenster.",
        "TIPP: „Wohnung“",
        "Das ist nicht das Wort; 2 von 3 Versuchen bleiben.",
        ("Wort", "Verboten", "Übrig"),
        "Haus",
        ("Heim", "Dach", "Zimmer"),
        "2 von 3 Versuchen",
        ("Runde", "Tipp", "Dauer"),
        (("1", "Wohnung", "12,5 s"), ("2", "Hotel", "8 s")),
        ("g", "r", "ü", "ß", "e"),
    ),
    "it": Sample(
        ("Arbitro", "Chi indovina", "Tu · Chi descrive"),
        "Descrivi la parola «casa» senza dire: abitazione, tetto, stanza. Hai 3 tentativi.\n\n"
        "Comincia con INDIZIO: e scrivi una sola frase (al massimo 20 parole).",
        "INDIZIO: il posto dove si torna ogni sera; ha una porta e delle finestre.",
        "RISPOSTA: «appartamento»",
        "Non è la parola; restano 2 tentativi su 3.",
        ("Parola", "Vietate", "Restano"),
        "casa",
        ("abitazione", "tetto", "stanza"),
        "2 tentativi su 3",
        ("Turno", "Risposta", "Tempo"),
        (("1", "appartamento", "12,5 s"), ("2", "albergo", "8 s")),
        ("p", "e", "r", "c", "h", "é"),
    ),
    "ja": Sample(
        ("ゲームマスター", "当てる人", "あなた・説明する人"),
        "「家」ということばを説明してください。「住まい」「屋根」「部屋」は使えません。"
        "3回まで試せます。\n\n"
        "「ヒント：」で始めて、1文で書いてください（20語以内）。",
        "ヒント：毎晩みんなが帰ってくるところで、ドアと窓があります。",
        "答え：「アパート」",
        "このことばではありません。3回のうちあと2回です。",
        ("ことば", "禁止", "残り"),
        "家",
        ("住まい", "屋根", "部屋"),
        "3回のうち2回",
        ("回", "答え", "時間"),
        (("1", "アパート", "12.5秒"), ("2", "ホテル", "8秒")),
        ("が", "っ", "こ", "う", "へ"),
    ),
    "pt-BR": Sample(
        ("Mestre do jogo", "Quem adivinha", "Você · Quem descreve"),
        "Descreva a palavra “casa” sem dizer: lar, telhado, cômodo. Você tem 3 tentativas.\n\n"
        "Comece com DICA: e escreva uma única frase (no máximo 20 palavras).",
        "DICA: o lugar para onde voltamos toda noite; não é só um prédio, tem porta e janelas.",
        "PALPITE: “apartamento”",
        "Não é essa a palavra; restam 2 de 3 tentativas.",
        ("Palavra", "Proibidas", "Restam"),
        "casa",
        ("lar", "telhado", "cômodo"),
        "2 de 3 tentativas",
        ("Rodada", "Palpite", "Tempo"),
        (("1", "apartamento", "12,5 s"), ("2", "pensão", "8 s")),
        ("a", "v", "i", "ã", "o"),
    ),
    "ru": Sample(
        ("Ведущий", "Угадывающий", "Вы · Объясняющий"),
        "Объясните слово «дом», не говоря: жильё, крыша, комната. У вас 3 попытки.\n\n"
        "Начните с метки ПОДСКАЗКА: и напишите одно предложение (не больше 20 слов).",
        "ПОДСКАЗКА: сюда возвращаются каждый вечер; здесь есть дверь и окна.",
        "ДОГАДКА: «квартира»",
        "Это не то слово; осталось 2 попытки из 3.",
        ("Слово", "Запрещено", "Осталось"),
        "дом",
        ("жильё", "крыша", "комната"),
        "2 попытки из 3",
        ("Раунд", "Догадка", "Время"),
        (("1", "квартира", "12,5 с"), ("2", "гостиница", "8 с")),
        ("ш", "к", "о", "л", "а"),
    ),
    "te": Sample(
        ("ఆట నిర్వాహకుడు", "ఊహించేవారు", "మీరు · వివరించేవారు"),
        "“ఇల్లు” అనే పదాన్ని వివరించండి; నివాసం, పైకప్పు, గది అనే పదాలు వాడకూడదు. "
        "మీకు 3 ప్రయత్నాలు ఉన్నాయి.\n\n"
        "సూచన: అని మొదలుపెట్టి ఒకే వాక్యం రాయండి (గరిష్ఠంగా 20 పదాలు).",
        "సూచన: ప్రతి సాయంత్రం మనం తిరిగి వెళ్ళే చోటు; దానికి తలుపు, కిటికీలు ఉంటాయి.",
        "ఊహ: “అపార్ట్‌మెంట్”",
        "అది ఆ పదం కాదు; 3 ప్రయత్నాలలో 2 మిగిలాయి.",
        ("పదం", "నిషిద్ధం", "మిగిలినవి"),
        "ఇల్లు",
        ("నివాసం", "పైకప్పు", "గది"),
        "3లో 2 ప్రయత్నాలు",
        ("రౌండు", "ఊహ", "సమయం"),
        (("1", "అపార్ట్‌మెంట్", "12.5 సె"), ("2", "హోటల్", "8 సె")),
        ("పు", "స్త", "కం"),
    ),
    "tr": Sample(
        ("Oyun yöneticisi", "Tahmin eden", "Siz · Anlatan"),
        "“Ev” kelimesini şunları söylemeden anlatın: konut, çatı, oda. 3 hakkınız var.\n\n"
        "Yanıtınıza İPUCU: ile başlayın ve tek bir cümle yazın (en fazla 20 kelime).",
        "İPUCU: her akşam döndüğümüz yer; bir kapısı ve pencereleri var.",
        "TAHMİN: “daire”",
        "Kelime bu değil; 3 haktan 2’si kaldı.",
        ("Kelime", "Yasak", "Kalan"),
        "ev",
        ("konut", "çatı", "oda"),
        "3 haktan 2’si",
        ("Tur", "Tahmin", "Süre"),
        (("1", "daire", "12,5 sn"), ("2", "otel", "8 sn")),
        ("ı", "ş", "ı", "ğ", "ı"),
    ),
    "tk": Sample(
        ("Oýun alyp baryjy", "Tapýan", "Siz · Düşündirýän"),
        "“Öý” sözüni şu sözleri ulanman düşündiriň: jaý, üçek, otag. Size 3 synanyşyk berilýär.\n\n"
        "Jogabyňyzy YŞARAT: bilen başlaň we bir sözlem ýazyň (iň köp 20 söz).",
        "YŞARAT: her agşam dolanyp barýan ýerimiz; onuň gapysy we penjireleri bar.",
        "ÇAK: “kwartira”",
        "Bu ol söz däl; 3 synanyşykdan 2 galdy.",
        ("Söz", "Gadagan", "Galan"),
        "öý",
        ("jaý", "üçek", "otag"),
        "3 synanyşykdan 2",
        ("Tapgyr", "Çak", "Wagt"),
        (("1", "kwartira", "12,5 s"), ("2", "myhmanhana", "8 s")),
        ("m", "e", "k", "d", "e", "p"),
    ),
}
