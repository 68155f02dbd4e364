"""The teacher's English: words and production rules (the paper's appendix "Vocabulary").

Path of the data: this is where commands begin. Words are lower-case; `.`, `?` and `!` are words. In a rule,
`|` separates alternatives, a capitalised name stands for another rule, and G, G1, G2 stand for an object.
A rule that is a mapping gives its alternatives a meaning: which relation the sentence speaks of.
"""

from collections.abc import Mapping

Rule = str | Mapping[str, str]

SPATIAL_WORDS = tuple("behind besides between by front left near right".split())

GRAMMATICAL_WORDS = tuple(
    """! . ? and anything avoid but can collect could destination do done end except go goal grid in is location
    move navigate not object of place please reach target that the time to up well will wrong you your""".split()
)

# The appendix announces 88 words for 3D and prints 87. The one missing is "bike": the paper's Figure 1 asks for it
# in 3D, and the original's models contain it.
OBJECTS: Mapping[str, tuple[str, ...]] = {
    "2d": tuple(
        """apple armadillo artichoke avocado banana bat bathtub beans bear bed bee beet beetle bird blueberry bookshelf
        broccoli bull butterfly cabbage cactus camel carpet carrot cat centipede chair cherry clock coconut corn cow
        crab crocodile cucumber deer desk dinosaur dog donkey dragon dragonfly duck eggplant elephant fan fig
        fireplace fish fox frog garlic giraffe glove goat grape greenonion greenpepper hedgehog horse kangaroo knife
        koala ladybug lemon light lion lizard microwave mirror monitor monkey monster mushroom octopus onion orange
        ostrich owl panda peacock penguin pepper pig pineapple plunger potato pumpkin rabbit racoon rat rhinoceros
        rooster seahorse seashell seaurchin shrimp snail snake sofa spider squirrel stairs strawberry tiger toilet
        tomato turtle vacuum wardrobe washingmachine watermelon whale wheat zebra""".split()
    ),
    "3d": tuple(
        """apples backpack barbecue barrel basket basketball bathtub bed bench bike boiler books bookshelf bottle bread
        brush bucket burger cake calender camera candle car carpet cat chair chessboard clock comb cooker crib cup
        dart dog dog-house drawers drums fan fence firehydrant flashlight flowers fountain gift guitar hair-dryer
        headphones horse iron lamp laptop mailbox milk oven pan phone photo piano pillow plant pool-table puzzle
        rabbit rooster scale scissors screen slippers sofa speaker squeezer staircase stove sunglasses table
        table-tennis toilet towel train trampoline trashcan treadmill tricycle umbrella vacuum vase
        wardrobe wheelchair""".split()
    ),
}

# Rules that every task may use, the user's own included.
SHARED_RULES: Mapping[str, Rule] = {
    "A": "go to | navigate to | reach | move to | collect",
    "Y": "could you please | can you | will you",
    "D": "destination | target | goal | end",
    "IS": "is your D | is the D",
}

# Each task: its sentences, and the rules that only it uses.
TASK_SENTENCES: Mapping[str, str] = {
    "nav": "G | A G please . | please A G . | A G . | G IS . | Y A G ?",
    "avoid": "V G . | V G please . | please V G . | E G IS . | Y W G ?",
    "near": "A N G | A N G please . | please A N G . | N G is your D . | Y A N G ?",
    "between": "M L B . | M L B please . | please M L B . | L B is your D . | Y M L B ?",
    "dir": "A N G . | A N G please . | please A N G . | N G is your D . | Y A N G ?",
}

TASK_RULES: Mapping[str, Mapping[str, Rule]] = {
    "nav": {},
    "avoid": {
        "V": "do not A | avoid",
        "W": "not A | avoid",
        "E": "anything except | anything but",
    },
    "near": {"N": "the object near | the object by | the object besides"},
    "between": {
        "M": "go to | navigate to | reach | move to",
        "L": "the location | the grid | the place",
        "B": "between G1 and G2",
    },
    "dir": {
        "N": "the object P | the object that is P",
        "P": {
            "left": "left of | to the left of",
            "right": "right of | to the right of",
            "behind": "behind",
            "front": "front of | in the front of",
        },
    },
}

# How a session of any task ends: outcome → what the teacher says.
CLOSINGS: Mapping[str, str] = {"success": "well done !", "failure": "wrong !", "timeout": "time up ."}
