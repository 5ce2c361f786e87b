"""English words of the scripted follower."""

from __future__ import annotations

from . import lexicon

ENGLISH = lexicon(
    """
D: spell | put | place | fill | write | draw | add | set | mark | insert | type | paint | colour |
  color | enter | make | use | print | populate | fill in | fill up
Z: take | erase | clear | delete | remove | wipe | wipe out | take away | take out | get rid of |
  rub out
V: replace | change | overwrite | turn | convert
w: swap | exchange | switch | interchange
Q: same | the same | do the same | exactly the same | same as | the same as | same thing |
  the same thing | likewise | same goes for | the same goes for | same pattern | the same pattern |
  identical to | is like | just like | repeat that | repeat this | repeat it | repeat the same |
  repeat for | repeat in
Q=1: copy | repeat | duplicate
H: leave | leaving | keep | keeping | retain | skip | skipping
!: between | in between | diagonally below | diagonally above | diagonally next to | not | don't |
  dont | do not | never | move | shift | rotate | mirror | flip | undo | ignore | no other |
  no more | half | halves | mirrored | reversed
x: outside the | outside of | except | except for | except in | excluding | apart from |
  other than | but not | but | without | besides | save for | minus | but leave out | leaving out |
  leave out | omitting
&: and | as well as | along with | and also
t: to | through | until | till | thru | up to | down to | over to | across to | all the way to |
  to the
f: from
f=1: starting | starting at | starting from | starting in | starting with | starting on |
  beginning at | beginning with | beginning in | beginning from | begins at | starts at |
  and start at
>=-1: down | downwards | downward | onward | onwards | rightwards | and below | and down |
  and onward | and onwards | to the end | until the end
>=1: up | upwards | upward | leftwards | and above | and up
i: of | in | on | at | into | inside | within | onto | for | along | across | down the | up the
R=1: across the top | along the top
R=-1: across the bottom | along the bottom
C=1: down the left | along the left | up the left
C=-1: down the right | along the right | up the right
O: next to | adjacent to | around | surrounding | all around
m: out of | made of | made out of | made from | using | consisting of | made up of | composed of
y: shape | shaped
j: its
U: blanks | still empty | that is empty | that are empty | that's empty | which is empty |
  which are empty | that is still empty | that are still empty | which is still empty |
  which are still empty | left empty | that is left | that are left
e: every | each | all | both | any | all of | all of the | both of | whole of
~: also | too | again | as well
g: grid | board | everything | everywhere | whole grid | entire grid | canvas | drawing | picture
u: an empty cell | empty | blank | unfilled | vacant
T: times
q: what's left | what is left | whatever is left | everything else | all else | rest | the rest |
  remainder | others | all others | anything else
h: other | remaining
S=up: top | upper | uppermost | topmost
S=down: bottom | lower | lowest | bottommost | lowermost
S=left: left | leftmost | left hand | far left
S=right: right | rightmost | right hand | far right
o=1: first
o=2: second
o=3: third
o=4: fourth
o=5: fifth
o=-1: last | final
o=-2: second to last | second last | penultimate | next to last | last but one
o=-3: third to last | third last
M=0: middle | centre | center | central | mid
E=1: beginning | start
E=-1: end
E=0: ends
k: intersection
k: cell | cells | square | squares | box | boxes | field | fields | spot | spots | position |
  positions | places | slot | slots | tile | tiles | space | spaces | letters | entry | entries |
  ones
r: row | rows | line | lines
c: column | columns | col | cols
d=main: main diagonal | major diagonal | primary diagonal | leading diagonal | falling diagonal |
  descending diagonal
d=anti: anti diagonal | antidiagonal | secondary diagonal | counter diagonal | minor diagonal |
  rising diagonal | ascending diagonal | opposite diagonal | other diagonal
d=both: both diagonals | two diagonals | diagonals
d: diagonal | diagonally | diagonal line
b: surround | enclose | box in | border | borders | edge | edges | frame | outline | perimeter |
  boundary | rim | side | sides | outer ring | outside | outer | margin
K: corner | corners
B: block | rectangle | area | region | subgrid
l=below: below | beneath | under | underneath | directly below | just below | right below
l=above: above | directly above | just above | right above
l=before: to the left of | left of | directly left of
l=behind: to the right of | right of | directly right of
l=beside: left and right of | to the left and right of | to the left and to the right of |
  on both sides of | on either side of
l=above_below: above and below | over and under
J: it | that | this | that one | this one | that cell
p=even: even | even numbered
p=odd: odd | odd numbered
A=1: every other | alternate | alternating
A=2: every second
#: checkerboard | checker board | chessboard | chess board | checkered | checkerboard pattern
+: cross | plus | plus sign | plus shape | cross shape
n=1: one
n=2: two
n=3: three
n=4: four
n=5: five
n=6: six
n=7: seven
n=8: eight
n=9: nine
n=10: ten
_: letter | the letter | capital
""",
    ordinal_endings=r"(?:st|nd|rd|th)\b",
    articles="ai",
    opening={"empty": "Z", "blank": "Z", "square": "k"},
)
