from hypothesis import settings

# The first call of a kernel compiles it: no test may fail by the clock.
settings.register_profile("xworld", deadline=None)
settings.load_profile("xworld")
