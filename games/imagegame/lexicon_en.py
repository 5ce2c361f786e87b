"""English words of the scripted follower."""

from __future__ import annotations

from .lexicon import lexicon

ENGLISH = lexicon(
    """
D: put | place | fill | write | draw | add | set | mark | insert | type | paint | colour | color |
  enter | make | use | print | populate | fill in | fill up
Z: erase | clear | delete | remove | wipe | wipe out | take away | take out | get rid of |
  rub out
V: replace | change | overwrite | turn | convert
H: leave | leaving | keep | keeping | retain
!: not | don't | dont | do not | never | skip | move | swap | shift | rotate | mirror | flip |
  copy | undo | ignore | no other | no more
x: except | except for | except in | excluding | apart from | other than | but not | but |
  without | besides | save for
&: and | plus | as well as | along with | and also
t: to | through | until | till | thru | up to | down to | over to | across to | all the way to |
  to the
f: from | starting | starting at | starting from | starting in | starting with | beginning at |
  beginning with | beginning in | begins at | starts at
i: of | in | on | at | into | inside | within | onto | for | along | across
e: every | each | all | both | any | all of | all of the | both of | whole of
~: also | too | same | again | as well | likewise
g: grid | board | everything | everywhere | whole grid | entire grid | canvas | drawing | picture
u: empty | blank | unfilled | vacant | blanks
q: everything else | all else | rest | the rest | remainder | others | all others | anything else
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
b: border | borders | edge | edges | frame | outline | perimeter | boundary | rim | side | sides |
  outer ring | outside | outer | margin
K: corner | corners
B: block | rectangle | area | region | subgrid
l=down: below | beneath | under | underneath | directly below | just below | right below
l=up: above | directly above | just above | right above
l=left: to the left of | left of | directly left of
l=right: to the right of | right of | directly right of
J: it | that | this | that one | this one | that cell
p=even: even | even numbered
p=odd: odd | odd numbered
A=1: every other | alternate | alternating
A=2: every second
#: checkerboard | checker board | chessboard | chess board | checkered | checkerboard pattern
+: cross | plus sign | plus shape
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
