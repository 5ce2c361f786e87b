"""Taking part in a study, from the first question to the debriefing, at whichever front."""
