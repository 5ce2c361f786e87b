"""German words of the scripted follower."""

from __future__ import annotations

from . import lexicon

GERMAN = lexicon(
    """
D: setz | setze | schreib | schreibe | trag | trage | zeichne | zeichen | male | fülle | füll |
  fuelle | ergänze | platziere | platzier | leg | lege | mach | mache | gib | füge | markiere |
  besetze | belege | färbe
Z: nimm | lösch | lösche | loesche | löschen | entferne | entfern | entfernen | radiere | radier |
  streiche | streich
w: tausche | tausch | vertausche | vertausch
Q: dasselbe | das gleiche | das selbe | genau dasselbe | genau das gleiche | gleich wie |
  dasselbe wie | das gleiche wie | genau wie | ist wie | sieht aus wie | identisch mit |
  wiederhole das | wiederhole dies | ebenso | genauso
Q=1: kopiere | kopier | wiederhole | dupliziere
V: ersetze | ersetz | ändere | änder | wandle | überschreibe
H: überspringe | überspring | lass | lasse | behalte | belasse | bleibt | bleiben | lassen
!: zwischen | dazwischen | nicht | kein | keine | keinen | nie | niemals | verschiebe | bewege |
  drehe | spiegle | spiegele | hälfte | spiegelbild
x: aber nicht | nur nicht | jedoch nicht | außer | ausser | bis auf | ohne | ausgenommen |
  mit ausnahme | mit ausnahme von
&: als auch | wie auch | und | sowie | und auch | plus
t: bis | nach | zu | zur | zum | bis zu | bis zur | bis zum | bis in | bis einschließlich
f: von | vom | ab
f=1: beginnend | angefangen | beginnend bei | beginnend mit
i: in | im | ins | an | am | auf | aufs | bei
e: alle | allen | aller | jede | jedes | jeder | jeden | jedem | sämtliche
~: auch | ebenfalls | nochmal
g: raster | gitter | rasters | gitters | alles | überall | bild | zeichnung | tabelle | spielfeld
U: lücken | leerstellen | was noch leer ist | was leer ist | die noch leer sind | die leer sind |
  noch leer | noch frei
m: aus | bestehend aus
y: form | förmig
T: mal
O: um | rund um | rings um | um den | neben
>=-1: abwärts | bis zum ende | bis ganz unten | bis ganz rechts
>=1: aufwärts | bis ganz oben | bis ganz links
u: ein leeres feld | noch leere | noch leeren | freie | freien | leer | leere | leeren | leeres |
  leerer | leerem
q: alles andere | alles übrige | rest | den rest | alle anderen | alle übrigen
h: verbleibende | verbleibenden | verbliebenen | andere | anderen | anderes | andern | übrige |
  übrigen | restliche | restlichen
S=up: oben | obere | oberen | oberer | oberes | oberste | obersten | oberster | oberstes
S=down: unten | untere | unteren | unterer | unteres | unterste | untersten | unterster |
  unterstes
S=left: links | linke | linken | linker | linkes | ganz links
S=right: rechts | rechte | rechten | rechter | rechtes | ganz rechts
o=1: erste | ersten | erster | erstes | erstem
o=2: zweite | zweiten | zweiter | zweites | zweitem
o=3: dritte | dritten | dritter | drittes | drittem
o=4: vierte | vierten | vierter | viertes | viertem
o=5: fünfte | fünften | fünfter | fünftes | fuenfte | fuenften
o=-1: letzte | letzten | letzter | letztes | letztem
o=-2: vorletzte | vorletzten | vorletzter | vorletztes | zweitletzte | zweitletzten
o=-3: drittletzte | drittletzten
M=0: mitte | mittlere | mittleren | mittlerer | mittleres | zentrum | zentrale | zentralen |
  mittig
E=1: anfang | beginn
E=-1: ende
E=0: enden
k: feld | felder | feldern | feldes | felds | zelle | zellen | kästchen | kästen | kasten |
  quadrat | quadrate | quadraten | position | positionen | stelle | stellen | platz | plätze |
  plätzen
r: zeile | zeilen | reihe | reihen
c: spalte | spalten
d=main: hauptdiagonale | hauptdiagonalen
d=anti: nebendiagonale | nebendiagonalen | gegendiagonale | gegendiagonalen | andere diagonale |
  anderen diagonale | anderen diagonalen
d=both: beide diagonalen | beiden diagonalen | diagonalen beide
d: diagonale | diagonalen | diagonal | diagonaler | diagonales
b: umrande | umrandet | umrahme | rand | rands | randes | ränder | rändern | rahmen | kante |
  kanten | umrandung | seite | seiten | außenrand | randfelder | randzellen
K: ecke | ecken | eckfeld | eckfelder | eckfeldern | eckzellen
B: block | rechteck | bereich
l=below: unter | unterhalb | unterhalb von | direkt unter | genau unter
l=above: über | oberhalb | oberhalb von | direkt über | genau über
l=beside: links und rechts von | rechts und links von | links und rechts neben
l=above_below: über und unter | ober und unterhalb von
v=below: darunter
v=above: darüber
v=before: links daneben
v=behind: rechts daneben | gleich daneben
v=beside: links und rechts daneben
l=before: links von | links neben | links vom
l=behind: rechts von | rechts neben | rechts vom
J: davon | ihm | ihr | diesem | dieser | dieses
p=even: gerade | geraden
p=odd: ungerade | ungeraden
A=1: abwechselnd
A=2: jedes zweite | jede zweite | jeder zweite | jeden zweiten | jedem zweiten | jeder zweiten
#: schachbrett | schachbrettmuster | schachbrettartig
+: kreuz | pluszeichen
n=1: eins
n=2: zwei | beide | beiden
n=3: drei
n=4: vier
n=5: fünf
n=6: sechs
n=7: sieben
n=8: acht
n=9: neun
n=10: zehn
_: buchstabe | buchstaben
""",
    ordinal_endings=r"(?:te[nrsm]?\b|\.(?=\s*(?:und|bis|oder|,|zeile|reihe|spalte|feld|zelle|"
    r"kästchen|stelle|position|platz|\d)))",
    articles="",
    opening={"mal": "D", "leere": "Z", "leer": "Z", "stelle": "D", "stell": "D", "tilge": "Z"},
)
