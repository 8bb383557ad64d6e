"""The numbers of J. Geldenhuys, "Efficiency issues in the design of a model checker" (Stellenbosch, 1999), chapter 5 and
appendix B, and what is known about those that do not come out."""

MODELS = {  # name: file and constants
    "DP7": ("philosophers", ["seats=7"]), "DP8": ("philosophers", ["seats=8"]), "DP9": ("philosophers", ["seats=9"]),
    "EL3": ("elevator", ["floors=3"]), "EL4": ("elevator", ["floors=4"]),
    "PS1": ("scheduler", ["users=1"]), "PS2": ("scheduler", []), "PS3": ("scheduler", ["users=3", "last=3"]),
    "SW1": ("sliding_window", ["window=1"]), "SW2": ("sliding_window", ["window=2"]),
    "SW3": ("sliding_window", ["window=3"]), "SW9": ("sliding_window", ["window=9"]),
}
LARGE = ("EL4", "PS3", "SW9")  # more than a million states
QUICK = ("PS1", "SW1", "DP7", "EL3")

# Appendix B, a line for each property; None: not measured.
NAMES = ("DP7", "DP8", "DP9", "EL3", "EL4", "PS1", "PS2", "PS3", "SW1", "SW2", "SW3", "SW9")
ROWS = {
    "unique": (44544, 137664, 420096, 68193, 1633032, 8456, 131688, 2016168, 22464, 100426, 235098, 2673976),
    "revisits": (116916, 395453, 1342591, 210585, 6179698, 19211, 377595, 6933306, 61080, 286649, 681441, 7974994),
    "loops": (41773, 164132, 575906, 44341, 1273869, 4448, 67584, 958673, 14905, 60533, 135903, 1401971),
    "transitions": (203233, 697249, 2338593, 323839, 9086599, 32115, 576867, 9908147, 98449, 447608, 1052442, 12050941),
    "per state": (4.56, 5.06, 5.57, 4.75, 5.56, 3.80, 4.38, 4.91, 4.38, 4.48, 4.48, 4.51),
    "seconds": (8.11, 29.35, 102.20, 10.76, 341.18, 1.13, 19.07, 347.43, 3.15, 13.79, 33.74, 471.89),
    "per second": (25060, 23756, 22883, 30094, 26633, 28420, 30256, 28519, 31254, 32459, 31193, 25538),
    "bits": (50, 54, 58, 89, 107, 59, 69, 78, 43, 53, 56, 89),
    "unique/2^bits": ("4e-11", "8e-12", "2e-12", "1e-22", "1e-26", "1e-14", "2e-16", "7e-18", "3e-09", "1e-11", "3e-12",
                      "4e-21"),
    "log2 unique": (16, 18, 19, 17, 21, 14, 18, 21, 15, 17, 18, 22),
    "processes": (8, 9, 10, 6, 7, 6, 7, 8, 6, 6, 6, 6),
    "cache": (100001, 200003, 600001, 150001, 2250001, 100001, 200003, 2500001, 250007, 250007, 350003, 3500017),
    "probes": (8, 23, 24, 12, 35, 3, 22, 52, 3, 10, 25, 52),
    "depth": (9109, 27617, 62280, 856, 2109, 1358, 10895, 80729, 665, 1791, 2589, 9561),
    "delta": (34504, 104602, 236058, 3070, 7578, 4515, 36785, 275913, 2004, 5456, 7887, 29025),
    "memory": (1.551, 3.423, 9.461, 2.381, 44.053, 1.242, 3.540, 42.132, 2.965, 3.002, 4.209, 55.057),
    "plain seconds": (10.19, 36.83, 133.52, 19.78, None, 1.70, 26.25, None, 4.71, 20.38, 54.35, None),
    "plain bits": (272, 304, 336, 432, 512, 320, 352, 416, 240, 288, 336, 624),
    "plain memory": (4.282, 9.673, 30.555, 7.069, 149.522, 4.367, 9.790, 139.788, 8.825, 9.838, 16.514, 287.480),
    "slowdown": (1.26, 1.25, 1.31, 1.84, None, 1.50, 1.38, None, 1.50, 1.48, 1.61, None),
    "compare": (223812, 1027369, 3540667, 390948, 18406626, 29061, 1014524, 21462052, 90373, 539143, 1679839, 25313655),
    "update_value": (301920, 1033632, 3459168, 483252, 13640289, 46034, 803842, 13713588, 121998, 563375, 1341667,
                     16382794),
    "scc seconds": (8.86, 31.98, 114.45, 10.74, 374.55, 1.23, 19.19, 364.92, 3.41, 14.92, 36.25, 446.47),
    "scc memory": (2.132, 5.166, 15.836, 2.381, 44.053, 1.305, 4.759, 54.726, 2.965, 3.033, 4.241, 55.276),
    "scc_largest": (24344, 78653, 207178, 405, 405, 3451, 46894, 468544, 564, 1222, 1926, 8124),
    "scc_number": (583, 10626, 24583, 21221, 605918, 3788, 71541, 1362232, 1479, 26033, 66017, 887165),
    "scc_depth": (27329, 86154, 266184, 997, 2325, 3865, 49606, 483699, 825, 2486, 3972, 16842),
}
PUBLISHED = {name: {key: row[i] for key, row in ROWS.items()} for i, name in enumerate(NAMES)}

MISPRINT = "misprinted, as the sum of its own row or its neighbours tell"
UNKNOWN = "unexplained"
WHY = {
    "transitions": {"EL3": MISPRINT},
    "per state": {"EL3": "by the misprinted sum", "SW2": "a misprint: its own counts give 4.46"},
    "depth": {"PS2": UNKNOWN},
    "scc_number": {"DP7": MISPRINT, "SW1": MISPRINT, "EL4": UNKNOWN, "PS3": UNKNOWN, "SW9": UNKNOWN},
}

TABLE_5_8 = {
    "DP9": [("pushValue", 31.69), ("end", 16.15), ("bang", 11.36), ("pushVariable", 10.40), ("guards", 7.23),
            ("index", 5.66), ("add", 2.84), ("mod", 2.81)],
    "EL4": [("pushValue", 30.24), ("end", 12.74), ("pushVariable", 9.51), ("guards", 6.17), ("pushParameter", 6.05),
            ("hook", 6.02), ("evaluate", 4.47), ("popVariable", 4.47)],
    "PS3": [("pushValue", 23.95), ("end", 17.72), ("guards", 11.60), ("hook", 11.14), ("bang", 7.45), ("poll", 7.17),
            ("pushVariable", 4.18), ("jump", 3.82)],
}

# Table 5.6, PS2: property, formula (its DeviceDriver.id is our Driver.who), states, transitions, seconds, result.
TABLE_5_6 = [("no deadlock", None, 131688, 576867, 19.07, "holds"),
             ("AG(id < 3)", "AG(Driver.who < 3)", 131688, 576867, 23.20, "holds"),
             ("AF(id = 2)", "AF(Driver.who = 2)", 73592, 322571, 12.87, "holds"),
             ("AF(id = 3)", "AF(Driver.who = 3)", 49606, 204577, 8.00, "violated")]

# Table 5.7, EL4: procedure, per cent of the time.
TABLE_5_7 = [("Logic.CheckDeadlock", 1.5), ("Machine.Synchronise", 3.7), ("Machine.Step", 37.9), ("Machine.Backtrack", 0.1),
             ("Machine.Reschedule", 10.8), ("Machine.Execute", 5.1), ("Trace.Undo", 5.2), ("Trace.Push", 2.6),
             ("Trace.Pop", 1.6), ("Trace.Update", 1.2), ("Trace.StepUpdate", 0.6), ("Trace.Change", 3.1),
             ("Cache.Clear", 0.3), ("Cache.Hash1", 4.0), ("Cache.Hash2", 2.1), ("Cache.NewInsert", 11.0),
             ("Cache.Lookup", 1.2), ("Cache.SetFlag", 0.6), ("Compact.Compare", 3.4), ("Compact.Assign", 0.5),
             ("Compact.UpdateValue", 2.9)]

# Table 5.9: states, transitions, transitions per second, megabytes.
TABLE_5_9 = {"leader": (45885, 185032, 19917, 9.544), "snoopy": (91920, 305460, 24052, 10.607),
             "pftp": (439895, 1301624, 18424, 56.175), "sort": (526031, 2661181, 19677, 70.204),
             "DP7": (44544, 203233, 25060, 1.551), "SW2": (100426, 447608, 32459, 3.002),
             "DP9": (420096, 2338593, 22883, 9.461), "PS3": (2016168, 9908147, 28519, 42.132)}
