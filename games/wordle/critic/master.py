"""The game master of wordle_withcritic: propose, be judged, commit (clembench v3.0)."""

from __future__ import annotations

from typing import Any

from clemtui.engine import (
    OBSERVER,
    REVEAL,
    RULES,
    Block,
    Form,
    Instance,
    Label,
    Request,
    Response,
    Speech,
    Texts,
    Verdict,
    View,
)

from ..clue_master import WithClueMaster
from ..forms import commit_form, guess_form, judgement_form
from ..master import guess_speech
from ..parsing import Guess
from .agreement import Agreement, AgreementError, parse_agreement
from .board import Proposal, opinion_card, proposal_card, rounds_table, verdict_list

CRITIC = "Player 2"
CRITIC_ROLE = "WordCritic"


class WithCriticMaster(WithClueMaster):
    """An episode of wordle with a clue and a critic, who judges each guess before it counts.

    A round has three answers: the guesser proposes, the critic agrees or disagrees, and the guesser
    commits the same guess or another one. Only the committed guess is marked and counts. The critic
    knows the clue and the proposals, but never the marks.
    """

    guesser_role = "ReflectingWordGuesser"
    guesser_prompt = "guesser_with_critic"

    def __init__(self, instance: Instance, texts: Texts) -> None:
        self.proposals: list[Proposal] = []
        self.agreement_tag = texts.tag("agreement")
        self.agreement_words = texts.options["agreement"]
        super().__init__(instance, texts)

    @property
    def agreeing(self) -> str:
        """The word with which the critic agrees."""
        return self.agreement_words[0]

    @property
    def open_proposal(self) -> Proposal | None:
        """The proposal for which the guesser has not committed a guess yet."""
        last = self.proposals[-1] if self.proposals else None
        return last if last is not None and last.committed is None else None

    def on_response(self, request: Request, response: Response) -> None:
        if request.seat == CRITIC:
            self._on_judgement(request, response)
        else:
            super().on_response(request, response)

    def on_guess(self, request: Request, parsed: Guess) -> None:
        proposal = self.open_proposal
        if proposal is None:
            self.judge(request, Verdict("accepted"))
            self.proposals.append(Proposal(parsed))
            self._ask_critic(parsed)
        else:
            proposal.committed = parsed.guess
            self.commit(request, parsed)

    def _ask_critic(self, proposed: Guess) -> None:
        prompt = "critic" if len(self.proposals) == 1 else "critic_again"
        content = self.texts.prompt(
            prompt,
            clue=self.clue,
            explanation=proposed.explanation,
            guess=proposed.guess,
            clue_tag=self.texts.tag("clue"),
            agreement_tag=self.agreement_tag,
            **self.tags,
        )
        form = judgement_form(
            self.reply.explanation_tag,
            self.agreement_tag,
            self.agreement_words,
            (Label("wordle.form.agree"), Label("wordle.form.disagree")),
        )
        rules = (RULES,) if len(self.proposals) == 1 else ()
        speech = (*rules, guess_speech(proposed))
        self.ask(CRITIC, CRITIC_ROLE, content, form=form, speech=speech)

    def spoken(self, request: Request, response: Response) -> tuple[Speech, ...] | None:
        if request.seat != CRITIC:
            return super().spoken(request, response)
        parsed = self._agreement(response)
        return None if isinstance(parsed, AgreementError) else (_speech(parsed),)

    def _agreement(self, response: Response) -> Agreement | AgreementError:
        return parse_agreement(
            self.texts.tidy(response.text),
            self.reply.explanation_tag,
            self.agreement_tag,
            self.agreement_words,
            self.texts.policy.lower,
        )

    def _on_judgement(self, request: Request, response: Response) -> None:
        self.requests += 1
        parsed = self._agreement(response)
        if isinstance(parsed, AgreementError):
            self.log("metadata", parsed.reason)
            said = Label(f"wordle.said.critic_{parsed.kind.name.lower()}")
            self.on_malformed(request, said)
            return
        self.judge(request, Verdict("accepted"))
        self.proposals[-1].agreement = parsed
        content = self.texts.prompt(
            "opinion",
            clue=self.clue,
            agreement=parsed.agreement,
            explanation=parsed.explanation,
            clue_tag=self.texts.tag("clue"),
            guess_agreement_tag=self.texts.tag("guess_agreement"),
            agreement_explanation_tag=self.texts.tag("agreement_explanation"),
            **self.tags,
        )
        self.ask_guesser(content, (_speech(parsed),))

    def guesser_form(self) -> Form:
        proposal = self.open_proposal
        if proposal is None:
            return guess_form(self.guess_format(), Label("wordle.form.proposal"))
        return commit_form(self.guess_format(), proposal.guess.guess)

    def further_keys(self) -> dict[str, Any]:
        return {
            "Guesser Guesses": [proposal.guess.guess for proposal in self.proposals],
            "Guesser Guesses Committed": [guess for guess, _ in self.attempts],
            "Critic Judgements": [p.agreement.agreement for p in self.proposals if p.agreement],
        }

    def view(self, watcher: str) -> View:
        if watcher == CRITIC:
            return View(self._critic_blocks())
        view = super().view(watcher)
        if watcher in (OBSERVER, REVEAL):
            if self.proposals:
                view = View((*view.blocks, rounds_table(self.proposals)))
            return view
        proposal = self.open_proposal
        if proposal is None:
            return view
        clue, board, *others = view.blocks
        return View((clue, board, opinion_card(proposal, self.agreeing), *others))

    def _critic_blocks(self) -> tuple[Block, ...]:
        """Return the blocks the critic sees: clue, proposal and own verdicts, never the board."""
        clue, verdicts = self.clue_card(), verdict_list(self.proposals, self.agreeing)
        proposal = self.open_proposal
        if proposal is None or proposal.agreement is not None:
            return (clue, verdicts)
        return (clue, proposal_card(proposal), verdicts)


def _speech(agreement: Agreement) -> Speech:
    """Return a judgement as people read it: the word, and the reason below it."""
    return Speech(CRITIC, "\n".join(filter(None, (agreement.agreement, agreement.explanation))))
