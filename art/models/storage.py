"""Models of what things are kept in: cupboards, shelves, baskets, buckets and bins."""

from parts import (
    ALDER,
    BRASS,
    CHALK,
    CHESTNUT,
    CHROME,
    EGG_YELLOW,
    IRON,
    NICKEL,
    OAK,
    OLD_GOLD,
    PINE,
    SOOT,
    VANILLA,
    WALNUT,
    arch,
    facets,
    leaf,
)
from solids import Model, Solid, along, box, copies, extrude, four, lathe, pair, ring, rod, sphere


def barrel() -> Solid:
    """A wooden cask with iron hoops and a tap."""
    profile = [(0.27, 0), (0.32, 0.2), (0.345, 0.45), (0.32, 0.7), (0.27, 0.9), (0.235, 0.9), (0.235, 0.86), (0, 0.86)]
    staves = [ALDER, "#b98045", "#976233"]
    body = facets(profile, [staves] * 4 + [[ALDER], [CHESTNUT], ["#c08a50", ALDER]])

    def hoop(radius: float, upper: float, z: float) -> Solid:
        return lathe([(radius - 0.03, z), (radius, z), (upper, z + 0.06), (upper - 0.03, z + 0.06)], IRON)

    hoops = hoop(0.287, 0.301, 0.02) + hoop(0.334, 0.345, 0.22) + hoop(0.345, 0.334, 0.62) + hoop(0.301, 0.287, 0.82)
    tap = rod((0, -0.28, 0.16), (0, -0.44, 0.16), 0.028, BRASS) + rod((0, -0.41, 0.16), (0, -0.41, 0.08), 0.022, BRASS)
    handle = box(0.1, 0.03, 0.03, BRASS, at=(0, -0.37, 0.2)) + box(0.02, 0.02, 0.05, BRASS, at=(0, -0.37, 0.17))
    return body + hoops + tap + handle


def basket() -> Solid:
    """A woven picnic basket with a tall handle and a chequered cloth."""
    light, dark = "#d0a060", "#9a6a34"
    profile = [
        (0, 0),
        (0.26, 0),
        (0.29, 0.08),
        (0.32, 0.16),
        (0.345, 0.24),
        (0.37, 0.32),
        (0.34, 0.32),
        (0.3, 0.22),
        (0, 0.22),
    ]
    weave = [[light, dark], [dark, light]] * 2
    cloth = ["#d84848", CHALK]
    body = facets(profile, [[dark], *weave, [light], cloth, cloth], segments=14)
    rim = ring(0.37, 0.05, dark, at=(0, 0, 0.32), segments=14, around=5)
    handle = arch(0.74, 0.42, 0.045, light, steps=10).move(z=0.3)
    # The cloth hangs over the rim in front and behind, a corner each.
    flap = extrude([(-0.19, 0), (0.19, 0), (0, -0.24)], 0.04, "#d84848")
    flap += extrude([(-0.14, -0.02), (0.14, -0.02), (0, -0.175)], 0.06, CHALK)
    flap = flap.turn(10, "x").move(0, -0.4, 0.36)
    return (body + rim + handle).scale(1.2, 1, 1) + flap + flap.turn(180)


def bookshelf() -> Solid:
    """An open case of four shelves full of coloured books, to be seen from the front and from behind."""
    case = pair(box(0.05, 0.34, 1.6, OAK, at=(0.5, 0, 0))) + box(1.1, 0.38, 0.05, OAK, at=(0, 0, 1.58))
    case += along(4, (0, 0, 0.38), box(0.96, 0.3, 0.04, OAK, at=(0, 0, 0.06)))
    colours = ["#d0453e", "#e8b436", "#3f78c4", "#4aa862", "#9655a8", "#e58338", "#44b0b5", "#efe4ca"]
    widths = [0.08, 0.11, 0.09, 0.1, 0.13, 0.1, 0.12]
    for shelf in range(4):
        left = -0.46
        for number in range(8):
            width = widths[(number + 3 * shelf) % len(widths)]
            height = 0.22 + 0.08 * ((number * 5 + shelf * 3) % 4) / 3
            colour = colours[(number * 3 + shelf * 2) % len(colours)]
            case += box(width, 0.26, height, colour, at=(left + width / 2, 0, 0.1 + 0.38 * shelf))
            left += width + 0.01
    return case


def bucket() -> Solid:
    """A blue bucket full of water, its wire handle up."""
    blue, dark = "#2f6fd0", "#2558aa"
    profile = [
        (0, 0),
        (0.22, 0),
        (0.24, 0.06),
        (0.3, 0.42),
        (0.34, 0.42),
        (0.345, 0.5),
        (0.3, 0.5),
        (0.285, 0.42),
        (0, 0.42),
    ]
    body = lathe(profile, [dark, dark, blue, dark, dark, blue, dark, "#8fd0ea"], segments=14)
    band = lathe([(0.25, 0.2), (0.29, 0.2), (0.295, 0.25), (0.25, 0.25)], dark, segments=14)
    ears = pair(box(0.05, 0.1, 0.1, dark, at=(0.355, 0, 0.4)))
    handle = arch(0.74, 0.42, 0.028, NICKEL, steps=10).move(z=0.45)
    grip = rod((-0.1, 0, 0.87), (0.1, 0, 0.87), 0.035, EGG_YELLOW)
    return body + band + ears + handle + grip


def drawers() -> Solid:
    """A cream chest of four wooden drawers with round knobs, one of them pulled out, with clothes in it."""
    cream, front_wood = "#e6dcc4", "#d08a48"
    body = box(0.96, 0.5, 0.96, cream, at=(0, 0, 0.1)) + box(1.06, 0.58, 0.05, front_wood, at=(0, 0, 1.06))
    legs = four(box(0.09, 0.09, 0.12, front_wood, at=(0.42, 0.2, 0)))
    knobs = pair(rod((0.25, -0.28, 0.1), (0.25, -0.36, 0.1), 0.045, "#f3ecd8"))
    front = box(0.86, 0.06, 0.2, front_wood, at=(0, -0.26, 0)) + knobs
    fronts = front.move(z=0.14) + front.move(z=0.37) + front.move(z=0.83)
    tray = front.move(0, -0.24, 0.6) + box(0.8, 0.28, 0.14, WALNUT, at=(0, -0.35, 0.6))
    clothes = box(0.36, 0.2, 0.12, "#3f7fc0", at=(-0.2, -0.36, 0.72), top=0.8)
    clothes += box(0.36, 0.2, 0.09, "#d8564a", at=(0.2, -0.36, 0.72), top=0.8)
    return body + legs + fronts + tray + clothes


def trashcan() -> Solid:
    """A ribbed metal dustbin, overfull: its lid askew on a bag, paper and a banana peel."""
    light, dark = "#9aa2a8", "#747c84"
    body = facets([(0, 0.04), (0.27, 0.04), (0.33, 0.78), (0, 0.78)], [[dark], [light, dark], [SOOT]], 20, 0.07)
    hoops = lathe([(0.26, 0), (0.29, 0), (0.295, 0.07), (0.26, 0.07)], light, segments=14)
    hoops += lathe([(0.31, 0.74), (0.35, 0.74), (0.35, 0.8), (0.31, 0.8)], light, segments=14)
    lid = lathe([(0, 0), (0.38, 0), (0.38, 0.05), (0.3, 0.11), (0, 0.15)], [dark, dark, light, light], segments=14)
    lid += arch(0.2, 0.09, 0.035, dark, steps=4, segments=4).move(z=0.13)
    lid = lid.turn(-22, "x").move(0, 0.06, 0.92)
    bag = sphere(0.26, "#3f7a4a", at=(0, 0, 0.8), rings=4, segments=8, stretch=(1, 1, 0.5))
    handles = pair(arch(0.2, 0.08, 0.035, dark, steps=4, segments=4).turn(90).turn(110, "y").move(0.31, 0, 0.55))
    paper = sphere(0.11, CHALK, at=(0.14, -0.24, 0.87), rings=3, segments=6)
    peel = copies(3, leaf([(0, 0.05, 0.03), (0.1, 0.04, 0.05), (0.2, -0.14, 0.01)], EGG_YELLOW, VANILLA)).turn(30)
    return body + hoops + lid + handles + bag + paper + peel.scale(1.3).move(-0.12, -0.3, 0.84)


def wardrobe() -> Solid:
    """A tall wardrobe, both doors open on a row of clothes, a mirror inside one door."""
    body = box(1.2, 0.05, 1.8, WALNUT, at=(0, 0.25, 0.12)) + pair(box(0.05, 0.55, 1.8, OAK, at=(0.59, 0, 0.12)))
    body += box(1.2, 0.54, 0.3, OAK, at=(0, 0, 0.1)) + box(1.34, 0.66, 0.1, WALNUT, at=(0, 0, 1.88))
    body += extrude([(-0.45, 1.97), (0.45, 1.97), (0.25, 2.1), (-0.25, 2.1)], 0.1, OAK, at=(0, -0.22, 0))
    drawer = box(1.06, 0.05, 0.2, PINE, at=(0, -0.28, 0.15)) + pair(box(0.14, 0.05, 0.04, OLD_GOLD, at=(0.25, -0.31, 0.23)))
    feet = four(box(0.12, 0.12, 0.12, WALNUT, at=(0.5, 0.2, 0)))
    # a door reaches from its hinge at the origin to the left; then it is turned open to the right
    door = box(0.58, 0.05, 1.44, PINE, at=(-0.29, 0, 0.42)) + box(0.04, 0.09, 0.2, OLD_GOLD, at=(-0.52, -0.03, 1.05))
    mirror = box(0.42, 0.03, 1.2, "#a8d3e6", at=(-0.29, 0.025, 0.54))
    right = (door + mirror).turn(115).move(0.6, -0.3)
    left = door.scale(-1, 1, 1).turn(-115).move(-0.6, -0.3)
    rail = rod((-0.57, -0.02, 1.78), (0.57, -0.02, 1.78), 0.025, CHROME, 4)
    lengths = [
        ("#d0453e", 1.1),
        ("#ecbb3c", 0.8),
        ("#3f7fc6", 1.2),
        ("#f1ece0", 0.9),
        ("#5aa85e", 1.0),
        ("#9655a8", 1.15),
        ("#e58338", 0.8),
    ]
    for number, (colour, length) in enumerate(lengths):
        rail += box(0.13, 0.4, length, colour, at=(-0.48 + 0.16 * number, -0.04, 1.74 - length), top=0.8)
    return body + drawer + feet + right + left + rail


MODELS: dict[str, Model] = {
    "barrel": barrel,
    "basket": basket,
    "bookshelf": bookshelf,
    "bucket": bucket,
    "drawers": drawers,
    "trashcan": trashcan,
    "wardrobe": wardrobe,
}
