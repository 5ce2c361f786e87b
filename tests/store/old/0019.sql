-- A database as step 0020_studies made it, with one unfinished and one finished
-- episode. Frozen: a change of what that step makes is a mistake; add a step instead.
BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO _sqlite_migrations VALUES(1,'clemtui','0001_tables','2026-11-29 09:45:13.866416+00:00');
INSERT INTO _sqlite_migrations VALUES(2,'clemtui','0002_views','2026-11-29 09:45:13.867178+00:00');
INSERT INTO _sqlite_migrations VALUES(3,'clemtui','0003_history','2026-11-29 09:45:13.867919+00:00');
INSERT INTO _sqlite_migrations VALUES(4,'clemtui','0004_tallies','2026-11-29 09:45:13.868413+00:00');
INSERT INTO _sqlite_migrations VALUES(5,'clemtui','0005_runs','2026-11-29 09:45:13.869131+00:00');
INSERT INTO _sqlite_migrations VALUES(6,'clemtui','0006_sample','2026-11-29 09:45:13.882388+00:00');
INSERT INTO _sqlite_migrations VALUES(7,'clemtui','0007_answers','2026-11-29 09:45:13.883935+00:00');
INSERT INTO _sqlite_migrations VALUES(8,'clemtui','0009_erasures','2026-11-29 09:45:13.899802+00:00');
INSERT INTO _sqlite_migrations VALUES(9,'clemtui','0010_timing','2026-11-29 09:45:13.906640+00:00');
INSERT INTO _sqlite_migrations VALUES(10,'clemtui','0011_results','2026-11-29 09:45:13.908588+00:00');
INSERT INTO _sqlite_migrations VALUES(11,'clemtui','0012_items','2026-11-29 09:45:13.908883+00:00');
INSERT INTO _sqlite_migrations VALUES(12,'clemtui','0013_exposures','2026-11-29 09:45:13.914724+00:00');
INSERT INTO _sqlite_migrations VALUES(13,'clemtui','0014_baseline','2026-11-29 09:45:13.914962+00:00');
INSERT INTO _sqlite_migrations VALUES(14,'clemtui','0015_silent_models','2026-11-29 09:45:13.915127+00:00');
INSERT INTO _sqlite_migrations VALUES(15,'clemtui','0016_order','2026-11-29 09:45:13.915630+00:00');
INSERT INTO _sqlite_migrations VALUES(16,'clemtui','0017_registry','2026-11-29 09:45:13.915757+00:00');
INSERT INTO _sqlite_migrations VALUES(17,'clemtui','0018_players','2026-11-29 09:45:13.915885+00:00');
INSERT INTO _sqlite_migrations VALUES(18,'clemtui','0019_large_histories','2026-11-29 09:45:13.921523+00:00');
INSERT INTO _sqlite_migrations VALUES(19,'clemtui','0020_studies','2026-11-29 09:45:13.923326+00:00');
CREATE TABLE databases (
    id TEXT PRIMARY KEY,
    created_at TEXT NOT NULL
) STRICT;
INSERT INTO databases VALUES('3f08c9fb-f35b-4de7-b19b-37b98ea6bba7','2026-11-29T09:45:13.866257Z');
CREATE TABLE contents (
    hash TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    body TEXT NOT NULL
) STRICT;
INSERT INTO contents VALUES('6813ec52e0c2766f2e86871fb5b4310c7ac5e8e5740237ebbb8eea1c07fd7682','instance','{"game":"taboo","experiment":"high_en","game_id":7,"data":{"target":"tea","related":["cup","drink"]},"parameters":{"max_turns":3},"language":null,"origin":"bundled","source":"instances.json","prompts":{},"task":"taboo:tea","lists":{"accepted":"f3646b78d22df5523150af7d2fc086e21c1a6c71c437c64dfe3fdcbc89301531"}}');
INSERT INTO contents VALUES('4edd84959e5f98b52a6e39e0596665f1c0cd775135233ddf553995df87627970','texts','{"language":"en","prompts":{"describe":"Describe ${target}.","again":"Guess again."},"tags":{"clue":"CLUE:"},"options":{"yes_no":["yes","no"]},"policy":"reference","card":{"version":"1","translator":"nobody"},"markers":[]}');
INSERT INTO contents VALUES('15c52573bca8da02f57163915f4c1308f0bcca169f942a9dab58de26fb008d55','condition','{"aids":["look-up"],"interface_language":"en","response_limit":2000}');
INSERT INTO contents VALUES('8f84b555db95d85fb6fec01361c84f59eb9c032793b0e9e0fe04f9d91e189693','environment','{"python":"3.11"}');
INSERT INTO contents VALUES('44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a','parameters','{}');
INSERT INTO contents VALUES('e4ff491169b8a9ea78518a7972422b5a24d5e3790e0d9a9e5cbfb384d9b621e0','parameters','{"temperature":0}');
INSERT INTO contents VALUES('f3646b78d22df5523150af7d2fc086e21c1a6c71c437c64dfe3fdcbc89301531','word list','["apple","grape","plum"]');
INSERT INTO contents VALUES('5671148c879261344cda8ad8f4e43b14ee291f589bb0b4a9698640873ae4d6e6','instance','{"game":"taboo","experiment":"high_en","game_id":8,"data":{"target":"tea","related":["cup","drink"]},"parameters":{"max_turns":3},"language":null,"origin":"bundled","source":"instances.json","prompts":{},"task":"taboo:tea","lists":{"accepted":"f3646b78d22df5523150af7d2fc086e21c1a6c71c437c64dfe3fdcbc89301531"}}');
INSERT INTO contents VALUES('f243e9f4d55a3c9cc56556ce5454db8d4fee5eb37a3fe9b415122abf048b7820','study','{"protocol":{"id":"pilot"}}');
INSERT INTO contents VALUES('c2cd79f073269f3a4baf07b7a1040e144d3d4941686270b6687a0f1c350b9718','work item','{"enrolment":"01a226b1-c451-7088-82bb-b0680a8fc44c","number":1,"position":1}');
CREATE TABLE people (
    id TEXT PRIMARY KEY,
    pseudonym TEXT NOT NULL UNIQUE,
    created_at TEXT NOT NULL,
    home TEXT NOT NULL
) STRICT;
INSERT INTO people VALUES('01a226b1-c3d6-775b-807d-5213f348a23c','forgotten 01a226b1-c3d9-7461-a5cb-d64f1c37a6c9','2026-03-01T12:00:00.000000Z','3f08c9fb-f35b-4de7-b19b-37b98ea6bba7');
INSERT INTO people VALUES('01a226b1-c405-77e6-a7e8-eb3eaad742cd','Ada','2026-03-01T12:00:00.000000Z','3f08c9fb-f35b-4de7-b19b-37b98ea6bba7');
CREATE TABLE consents (
    id TEXT PRIMARY KEY,
    person TEXT NOT NULL REFERENCES people(id),
    purpose TEXT NOT NULL,
    decision TEXT NOT NULL CHECK (decision IN ('given', 'refused', 'withdrawn')),
    document TEXT REFERENCES contents(hash),
    at TEXT NOT NULL
) STRICT;
CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    person TEXT REFERENCES people(id),
    front TEXT NOT NULL,
    started_at TEXT NOT NULL,
    utc_offset_minutes INTEGER NOT NULL,
    program_version TEXT NOT NULL,
    python TEXT NOT NULL,
    platform TEXT NOT NULL,
    clock_epoch TEXT NOT NULL
) STRICT;
INSERT INTO sessions VALUES('01a226b1-c40d-74d4-921a-39d1cf48fd15','01a226b1-c405-77e6-a7e8-eb3eaad742cd','run','2026-03-01T12:00:00.000000Z',-210,'0.1','3.11.7','Linux-6.18.44-fc-v657-x86_64-with-glibc2.36','2026-03-01T11:59:55.000000Z');
CREATE TABLE sitting_events (
    id TEXT PRIMARY KEY,
    session TEXT NOT NULL REFERENCES sessions(id),
    kind TEXT NOT NULL,
    at TEXT NOT NULL,
    clock_ms REAL NOT NULL,
    note TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE TABLE episodes (
    id TEXT PRIMARY KEY,
    session TEXT NOT NULL REFERENCES sessions(id),
    family TEXT NOT NULL,
    game TEXT NOT NULL,
    game_version TEXT NOT NULL,
    rules_hash TEXT NOT NULL,
    experiment TEXT NOT NULL,
    game_id INTEGER NOT NULL,
    task_key TEXT NOT NULL,
    instance_hash TEXT NOT NULL,
    instance TEXT NOT NULL REFERENCES contents(hash),
    instance_origin TEXT NOT NULL,
    instance_source TEXT NOT NULL,
    texts_hash TEXT NOT NULL,
    texts TEXT NOT NULL REFERENCES contents(hash),
    language TEXT NOT NULL,
    condition TEXT NOT NULL REFERENCES contents(hash),
    environment TEXT NOT NULL REFERENCES contents(hash),
    interface TEXT NOT NULL,
    practice INTEGER NOT NULL CHECK (practice IN (0, 1)),
    created_at TEXT NOT NULL,
    time_known INTEGER NOT NULL CHECK (time_known IN (0, 1))
) STRICT;
INSERT INTO episodes VALUES('01a226b1-c415-75a4-8020-7719307cb934','01a226b1-c40d-74d4-921a-39d1cf48fd15','taboo','taboo','1.0','rrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrr','high_en',7,'taboo:tea','87a876ddc85a6203923f8af705c60ec949d784d20b141b60e32ba268d0ad319f','6813ec52e0c2766f2e86871fb5b4310c7ac5e8e5740237ebbb8eea1c07fd7682','bundled','instances.json','4037cce619ec9e4f99841aea9b611361f488616b492e9dfb64f35b5cccabec6b','4edd84959e5f98b52a6e39e0596665f1c0cd775135233ddf553995df87627970','en','15c52573bca8da02f57163915f4c1308f0bcca169f942a9dab58de26fb008d55','8f84b555db95d85fb6fec01361c84f59eb9c032793b0e9e0fe04f9d91e189693','assisted',0,'2026-03-01T12:00:00.000000Z',1);
INSERT INTO episodes VALUES('01a226b1-c435-7351-a242-64fd5dac2a56','01a226b1-c40d-74d4-921a-39d1cf48fd15','taboo','taboo','1.0','rrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrr','high_en',8,'taboo:tea','87a876ddc85a6203923f8af705c60ec949d784d20b141b60e32ba268d0ad319f','5671148c879261344cda8ad8f4e43b14ee291f589bb0b4a9698640873ae4d6e6','bundled','instances.json','4037cce619ec9e4f99841aea9b611361f488616b492e9dfb64f35b5cccabec6b','4edd84959e5f98b52a6e39e0596665f1c0cd775135233ddf553995df87627970','en','15c52573bca8da02f57163915f4c1308f0bcca169f942a9dab58de26fb008d55','8f84b555db95d85fb6fec01361c84f59eb9c032793b0e9e0fe04f9d91e189693','assisted',0,'2026-03-01T12:00:00.000000Z',1);
CREATE TABLE seat_assignments (
    episode TEXT NOT NULL REFERENCES episodes(id),
    seat TEXT NOT NULL,
    position INTEGER NOT NULL,
    role TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('human', 'model', 'scripted', 'service')),
    person TEXT REFERENCES people(id),
    player TEXT NOT NULL,
    parameters TEXT NOT NULL REFERENCES contents(hash),
    seed INTEGER,
    PRIMARY KEY (episode, seat)
) STRICT;
INSERT INTO seat_assignments VALUES('01a226b1-c415-75a4-8020-7719307cb934','Player 1',1,'WordDescriber','human','01a226b1-c405-77e6-a7e8-eb3eaad742cd','human','44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a',NULL);
INSERT INTO seat_assignments VALUES('01a226b1-c415-75a4-8020-7719307cb934','Player 2',2,'WordGuesser','model',NULL,'openai/x','e4ff491169b8a9ea78518a7972422b5a24d5e3790e0d9a9e5cbfb384d9b621e0',3);
INSERT INTO seat_assignments VALUES('01a226b1-c435-7351-a242-64fd5dac2a56','Player 1',1,'WordDescriber','human','01a226b1-c405-77e6-a7e8-eb3eaad742cd','human','44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a',NULL);
INSERT INTO seat_assignments VALUES('01a226b1-c435-7351-a242-64fd5dac2a56','Player 2',2,'WordGuesser','model',NULL,'openai/x','e4ff491169b8a9ea78518a7972422b5a24d5e3790e0d9a9e5cbfb384d9b621e0',3);
CREATE TABLE requests (
    episode TEXT NOT NULL REFERENCES episodes(id),
    number INTEGER NOT NULL,
    session TEXT NOT NULL REFERENCES sessions(id),
    seat TEXT NOT NULL,
    role TEXT NOT NULL,
    thread TEXT NOT NULL,
    purpose TEXT NOT NULL,
    new_from INTEGER NOT NULL,
    base INTEGER,
    kept INTEGER NOT NULL,
    messages TEXT NOT NULL,
    messages_hash TEXT NOT NULL,
    tools TEXT,
    stream_to TEXT,
    asked_at TEXT NOT NULL,
    clock_ms REAL NOT NULL,
    PRIMARY KEY (episode, number),
    FOREIGN KEY (episode, base) REFERENCES requests(episode, number),
    CHECK ((base IS NULL AND kept = 0) OR (base < number AND kept > 0))
) STRICT;
INSERT INTO requests VALUES('01a226b1-c415-75a4-8020-7719307cb934',1,'01a226b1-c40d-74d4-921a-39d1cf48fd15','Player 1','WordDescriber','dialogue','turn',0,NULL,0,'[{"role":"user","parts":[{"text":"hello"}]}]','8b9488e7f2b994ca362cf23e4dba1e650f69fa965b7b8a2cdedc393c7336f75c',NULL,NULL,'2026-03-01T12:00:00.000000Z',5000.0);
INSERT INTO requests VALUES('01a226b1-c415-75a4-8020-7719307cb934',2,'01a226b1-c40d-74d4-921a-39d1cf48fd15','Player 1','WordDescriber','dialogue','turn',2,1,1,'[{"role":"assistant","parts":[{"text":"CLUE: hot"}]},{"role":"user","parts":[{"text":"again"}]}]','a1f3f635550d2b11b70d09f73e76396f92f6b8c9b3671f396b949f5ebd8e1b79',NULL,NULL,'2026-03-01T12:00:00.000000Z',5000.0);
INSERT INTO requests VALUES('01a226b1-c435-7351-a242-64fd5dac2a56',1,'01a226b1-c40d-74d4-921a-39d1cf48fd15','Player 1','WordDescriber','dialogue','turn',0,NULL,0,'[{"role":"user","parts":[{"text":"hello"}]}]','8b9488e7f2b994ca362cf23e4dba1e650f69fa965b7b8a2cdedc393c7336f75c',NULL,NULL,'2026-03-01T12:00:00.000000Z',5000.0);
CREATE TABLE entries (
    episode TEXT NOT NULL REFERENCES episodes(id),
    seq INTEGER NOT NULL,
    session TEXT NOT NULL REFERENCES sessions(id),
    kind TEXT NOT NULL CHECK (kind IN ('response', 'control')),
    request INTEGER,
    seat TEXT,
    parts TEXT,
    text TEXT NOT NULL,
    control TEXT,
    reason_exact BLOB,
    at TEXT NOT NULL,
    clock_ms REAL NOT NULL,
    shown_at TEXT,
    first_key_ms REAL,
    submitted_ms REAL,
    edits INTEGER,
    pasted INTEGER,
    pauses TEXT,
    hints TEXT,
    form_values TEXT, away_ms REAL,
    UNIQUE (episode, seq),
    FOREIGN KEY (episode, request) REFERENCES requests(episode, number),
    CHECK ((kind = 'response') = (request IS NOT NULL AND parts IS NOT NULL AND control IS NULL)),
    CHECK ((kind = 'control') = (request IS NULL AND parts IS NULL AND control IS NOT NULL))
) STRICT;
INSERT INTO entries VALUES('01a226b1-c415-75a4-8020-7719307cb934',1,'01a226b1-c40d-74d4-921a-39d1cf48fd15','response',1,'Player 1','{"$exact":"W3sidGV4dCI6IkNMVUU6IGhvdCDtoIAifV0=","$readable":[{"text":"CLUE: hot �"}]}','CLUE: hot �',NULL,NULL,'2026-03-01T12:00:00.000000Z',5000.0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO entries VALUES('01a226b1-c435-7351-a242-64fd5dac2a56',1,'01a226b1-c40d-74d4-921a-39d1cf48fd15','response',1,'Player 1','[{"text":"x"}]','x',NULL,NULL,'2026-03-01T12:00:00.000000Z',5000.0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO entries VALUES('01a226b1-c435-7351-a242-64fd5dac2a56',2,'01a226b1-c40d-74d4-921a-39d1cf48fd15','control',NULL,'Player 1',NULL,'','gave up',NULL,'2026-03-01T12:00:00.000000Z',5000.0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE attempts_started (
    id TEXT PRIMARY KEY,
    episode TEXT NOT NULL,
    request INTEGER NOT NULL,
    number INTEGER NOT NULL,
    session TEXT NOT NULL REFERENCES sessions(id),
    parameters TEXT NOT NULL REFERENCES contents(hash),
    started_at TEXT NOT NULL,
    clock_ms REAL NOT NULL,
    FOREIGN KEY (episode, request) REFERENCES requests(episode, number)
) STRICT;
INSERT INTO attempts_started VALUES('01a226b1-c421-7239-bdfa-858d4718ba9d','01a226b1-c415-75a4-8020-7719307cb934',1,1,'01a226b1-c40d-74d4-921a-39d1cf48fd15','e4ff491169b8a9ea78518a7972422b5a24d5e3790e0d9a9e5cbfb384d9b621e0','2026-03-01T12:00:00.000000Z',5000.0);
CREATE TABLE attempt_partials (
    attempt TEXT NOT NULL REFERENCES attempts_started(id),
    seq INTEGER NOT NULL,
    text TEXT NOT NULL,
    text_exact BLOB,
    at TEXT NOT NULL,
    clock_ms REAL NOT NULL,
    PRIMARY KEY (attempt, seq)
) STRICT;
CREATE TABLE attempts_ended (
    attempt TEXT PRIMARY KEY REFERENCES attempts_started(id),
    outcome TEXT NOT NULL CHECK (outcome IN ('done', 'error', 'cut', 'cancelled')),
    error_kind TEXT,
    error_message TEXT,
    text TEXT NOT NULL,
    text_exact BLOB,
    reasoning TEXT NOT NULL,
    reasoning_exact BLOB,
    prompt_tokens INTEGER,
    completion_tokens INTEGER,
    reasoning_tokens INTEGER,
    cost_usd REAL,
    finish_reason TEXT,
    provider TEXT,
    model TEXT,
    response_id TEXT,
    first_token_ms REAL,
    duration_ms REAL NOT NULL,
    retry_in_ms REAL,
    at TEXT NOT NULL,
    clock_ms REAL NOT NULL
, notes TEXT) STRICT;
INSERT INTO attempts_ended VALUES('01a226b1-c421-7239-bdfa-858d4718ba9d','done',NULL,NULL,'CLUE: hot',NULL,'',NULL,10,5,0,NULL,'stop','openai','x-2026','id-1',250.0,1500.0,NULL,'2026-03-01T12:00:00.000000Z',5000.0,NULL);
CREATE TABLE episode_ends (
    episode TEXT PRIMARY KEY REFERENCES episodes(id),
    session TEXT NOT NULL REFERENCES sessions(id),
    state TEXT NOT NULL CHECK (state IN ('finished', 'abandoned', 'void')),
    reason TEXT NOT NULL,
    at TEXT NOT NULL,
    clock_ms REAL NOT NULL
) STRICT;
INSERT INTO episode_ends VALUES('01a226b1-c435-7351-a242-64fd5dac2a56','01a226b1-c40d-74d4-921a-39d1cf48fd15','finished','','2026-03-01T12:00:00.000000Z',5000.0);
CREATE TABLE drafts (
    episode TEXT NOT NULL,
    request INTEGER NOT NULL,
    body TEXT NOT NULL,
    updated_at TEXT NOT NULL, timing TEXT,
    PRIMARY KEY (episode, request),
    FOREIGN KEY (episode, request) REFERENCES requests(episode, number)
) STRICT;
INSERT INTO drafts VALUES('01a226b1-c415-75a4-8020-7719307cb934',2,'"CLU"','2026-03-01T12:00:00.000000Z',NULL);
CREATE TABLE leases (
    episode TEXT PRIMARY KEY REFERENCES episodes(id),
    owner TEXT NOT NULL,
    host TEXT NOT NULL,
    pid INTEGER NOT NULL,
    front TEXT NOT NULL,
    acquired TEXT NOT NULL,
    heartbeat TEXT NOT NULL
) STRICT;
CREATE TABLE scores (
    episode TEXT NOT NULL REFERENCES episodes(id),
    scorer TEXT NOT NULL,
    rules_hash TEXT,
    aborted INTEGER CHECK (aborted IN (0, 1)),
    success INTEGER CHECK (success IN (0, 1)),
    lose INTEGER CHECK (lose IN (0, 1)),
    main_score REAL,
    episode_scores TEXT NOT NULL,
    turn_scores TEXT NOT NULL,
    seat_scores TEXT NOT NULL,
    computed_at TEXT NOT NULL,
    PRIMARY KEY (episode, scorer)
) STRICT;
INSERT INTO scores VALUES('01a226b1-c435-7351-a242-64fd5dac2a56','taboo:1.0','rrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrr',0,1,0,100.0,'{"Main Score":100}','{}','{}','2026-03-01T12:00:00.000000Z');
CREATE TABLE events (
    episode TEXT NOT NULL REFERENCES episodes(id),
    seq INTEGER NOT NULL,
    rules_hash TEXT NOT NULL,
    round INTEGER NOT NULL,
    kind TEXT NOT NULL,
    sender TEXT NOT NULL,
    recipient TEXT NOT NULL,
    content TEXT NOT NULL,
    label TEXT,
    audience TEXT NOT NULL,
    logged INTEGER NOT NULL CHECK (logged IN (0, 1)),
    request INTEGER,
    verdict TEXT,
    verdict_reason TEXT,
    said TEXT,
    PRIMARY KEY (episode, seq)
) STRICT;
CREATE TABLE search_documents (
    id INTEGER PRIMARY KEY,
    episode TEXT NOT NULL UNIQUE REFERENCES episodes(id),
    requests INTEGER NOT NULL,
    entries INTEGER NOT NULL,
    whole INTEGER NOT NULL CHECK (whole IN (0, 1)),
    folding TEXT NOT NULL
) STRICT;
INSERT INTO search_documents VALUES(1,'01a226b1-c435-7351-a242-64fd5dac2a56',1,2,1,'3/14.0.0');
INSERT INTO search_documents VALUES(2,'01a226b1-c415-75a4-8020-7719307cb934',2,1,0,'3/14.0.0');
CREATE TABLE search_pending (
    episode TEXT PRIMARY KEY REFERENCES episodes(id)
) STRICT;
CREATE TABLE runs (
    id TEXT PRIMARY KEY,
    manifest TEXT NOT NULL REFERENCES contents(hash),
    created_at TEXT NOT NULL
) STRICT;
INSERT INTO runs VALUES('study-pilot','f243e9f4d55a3c9cc56556ce5454db8d4fee5eb37a3fe9b415122abf048b7820','2026-03-01T12:00:00.000000Z');
CREATE TABLE work_items (
    run TEXT NOT NULL REFERENCES runs(id),
    key TEXT NOT NULL,
    kind TEXT NOT NULL,
    content TEXT NOT NULL REFERENCES contents(hash),
    slot INTEGER NOT NULL CHECK (slot > 0),
    position INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('open', 'begun', 'done')),
    result TEXT,
    PRIMARY KEY (run, key),
    CHECK (state <> 'open' OR result IS NULL),
    CHECK (state <> 'done' OR result IS NOT NULL)
) STRICT;
INSERT INTO work_items VALUES('study-pilot','75aacb737be493f909718913253df93865454faf4a08f7ddfe56b831401b1be9','episode','c2cd79f073269f3a4baf07b7a1040e144d3d4941686270b6687a0f1c350b9718',1,1,'open',NULL);
CREATE TABLE claims (
    run TEXT NOT NULL,
    item TEXT NOT NULL,
    owner TEXT NOT NULL,
    host TEXT NOT NULL,
    pid INTEGER NOT NULL,
    acquired TEXT NOT NULL,
    heartbeat TEXT NOT NULL,
    PRIMARY KEY (run, item),
    FOREIGN KEY (run, item) REFERENCES work_items(run, key)
) STRICT;
CREATE TABLE "tags" (
    id TEXT PRIMARY KEY,
    episode TEXT NOT NULL REFERENCES episodes(id),
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    decision TEXT NOT NULL CHECK (decision IN ('added', 'revoked')),
    author TEXT NOT NULL,
    reason TEXT NOT NULL,
    at TEXT NOT NULL
) STRICT;
INSERT INTO tags VALUES('d77f438b-3331-53d0-8a32-dec63836f11b','01a226b1-c435-7351-a242-64fd5dac2a56','wave','1','added','','','2026-03-01T12:00:00.000000Z');
CREATE TABLE line_ups (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    players TEXT NOT NULL
) STRICT;
INSERT INTO line_ups VALUES(1,'ef7abf5f0a14c0a73b89b8ab20897fd228c5f11d707d344a251cdafdcc35a2e2','[{"kind":"human"},{"kind":"model","model":"openai/x"}]');
CREATE TABLE episode_line_ups (
    episode TEXT PRIMARY KEY REFERENCES episodes(id),
    line_up INTEGER NOT NULL REFERENCES line_ups(id),
    seats TEXT NOT NULL,
    people INTEGER NOT NULL CHECK (people IN (0, 1)),
    answered TEXT NOT NULL
) STRICT;
INSERT INTO episode_line_ups VALUES('01a226b1-c415-75a4-8020-7719307cb934',1,'[["Player 1","WordDescriber","human","human"],["Player 2","WordGuesser","model","openai/x"]]',1,'{}');
INSERT INTO episode_line_ups VALUES('01a226b1-c435-7351-a242-64fd5dac2a56',1,'[["Player 1","WordDescriber","human","human"],["Player 2","WordGuesser","model","openai/x"]]',1,'{"":["01a226b1-c40d-74d4-921a-39d1cf48fd15"]}');
CREATE TABLE exposure_keys (
    instance_hash TEXT PRIMARY KEY,
    key TEXT NOT NULL,
    rules_hash TEXT
) STRICT;
INSERT INTO exposure_keys VALUES('87a876ddc85a6203923f8af705c60ec949d784d20b141b60e32ba268d0ad319f','taboo:tea',NULL);
CREATE TABLE attempt_bodies (
    attempt TEXT PRIMARY KEY REFERENCES attempts_started(id),
    status INTEGER NOT NULL,
    content_type TEXT NOT NULL,
    complete INTEGER NOT NULL CHECK (complete IN (0, 1)),
    body BLOB,
    at TEXT NOT NULL,
    clock_ms REAL NOT NULL
) STRICT;
CREATE TABLE "erasures" (
    id TEXT PRIMARY KEY,
    person TEXT NOT NULL,
    opened_at TEXT NOT NULL,
    closed_at TEXT,
    scope TEXT NOT NULL CHECK (scope IN ('person', 'sitting', 'episodes')),
    what TEXT NOT NULL CHECK (what IN ('text', 'text and scores')),
    session TEXT NOT NULL,
    CHECK ((scope = 'person') = (person <> '')),
    CHECK ((scope = 'sitting') = (session <> ''))
) STRICT;
INSERT INTO erasures VALUES('01a226b1-c3d9-7461-a5cb-d64f1c37a6c9','01a226b1-c3d6-775b-807d-5213f348a23c','2026-03-01T12:00:00.000000Z','2026-03-01T12:00:00.000000Z','person','text','');
CREATE TABLE "erased_episodes" (
    episode TEXT NOT NULL REFERENCES episodes(id),
    erasure TEXT NOT NULL REFERENCES "erasures"(id),
    PRIMARY KEY (episode, erasure)
) STRICT;
CREATE TABLE result_pools (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    language TEXT NOT NULL,
    line_up INTEGER NOT NULL REFERENCES line_ups(id),
    people TEXT NOT NULL,
    interface TEXT NOT NULL,
    UNIQUE (game, language, line_up, people, interface)
) STRICT;
INSERT INTO result_pools VALUES(1,'taboo','en',1,'["01a226b1-c405-77e6-a7e8-eb3eaad742cd"]','assisted');
CREATE TABLE result_instances (
    id INTEGER PRIMARY KEY,
    instance_hash TEXT NOT NULL UNIQUE
) STRICT;
CREATE TABLE episode_results (
    id INTEGER PRIMARY KEY,
    episode TEXT NOT NULL UNIQUE,
    pool INTEGER NOT NULL REFERENCES result_pools(id),
    result_group INTEGER NOT NULL REFERENCES result_groups(id),
    reasons INTEGER NOT NULL,
    unscored INTEGER NOT NULL CHECK (unscored IN (0, 1, 2)),
    item INTEGER NOT NULL,
    aborted INTEGER,
    success INTEGER,
    lose INTEGER,
    main_score REAL
) STRICT;
INSERT INTO episode_results VALUES(1,'01a226b1-c415-75a4-8020-7719307cb934',1,1,16,1,-1,NULL,NULL,NULL,NULL);
INSERT INTO episode_results VALUES(2,'01a226b1-c435-7351-a242-64fd5dac2a56',1,2,0,0,-2,0,1,0,100.0);
CREATE TABLE result_counts (
    result_group INTEGER NOT NULL REFERENCES result_groups(id),
    reasons INTEGER NOT NULL,
    unscored INTEGER NOT NULL,
    episodes INTEGER NOT NULL,
    aborted INTEGER NOT NULL,
    lose INTEGER NOT NULL,
    success INTEGER NOT NULL,
    PRIMARY KEY (result_group, reasons, unscored)
) STRICT, WITHOUT ROWID;
INSERT INTO result_counts VALUES(1,16,1,1,0,0,0);
INSERT INTO result_counts VALUES(2,0,0,1,0,0,1);
CREATE TABLE results_pending (
    episode TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;
CREATE TABLE result_items (
    item INTEGER NOT NULL,
    result_group INTEGER NOT NULL REFERENCES result_groups(id),
    reasons INTEGER NOT NULL,
    episodes INTEGER NOT NULL,
    decided INTEGER NOT NULL,
    aborted INTEGER NOT NULL,
    success INTEGER NOT NULL,
    lose INTEGER NOT NULL,
    scored INTEGER NOT NULL,
    main REAL NOT NULL,
    joint REAL NOT NULL,
    jointly INTEGER NOT NULL,
    items INTEGER NOT NULL,
    PRIMARY KEY (item, result_group, reasons, episodes, decided, aborted, success, lose, scored,
        main, joint, jointly)
) STRICT, WITHOUT ROWID;
INSERT INTO result_items VALUES(0,2,0,1,1,0,1,0,1,100.0,100.0,1,1);
CREATE TABLE exposures (
    id TEXT PRIMARY KEY,
    person TEXT NOT NULL REFERENCES people(id),
    task_key TEXT NOT NULL,
    instance_hash TEXT NOT NULL,
    kind TEXT NOT NULL,
    episode TEXT,
    at TEXT NOT NULL
) STRICT;
CREATE TABLE result_series (
    id INTEGER PRIMARY KEY,
    pool INTEGER NOT NULL REFERENCES result_pools(id),
    game_version TEXT NOT NULL,
    interface TEXT NOT NULL,
    condition TEXT NOT NULL,
    instance_origin TEXT NOT NULL,
    instance_source TEXT NOT NULL,
    rules_hash TEXT NOT NULL,
    seats TEXT NOT NULL,
    answered TEXT NOT NULL,
    UNIQUE (pool, game_version, interface, condition, instance_origin, instance_source, rules_hash,
        seats, answered)
) STRICT;
INSERT INTO result_series VALUES(1,1,'1.0','assisted','15c52573bca8da02f57163915f4c1308f0bcca169f942a9dab58de26fb008d55','bundled','instances.json','rrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrr','[["Player 1","WordDescriber","human","human"],["Player 2","WordGuesser","model","openai/x"]]','{}');
INSERT INTO result_series VALUES(2,1,'1.0','assisted','15c52573bca8da02f57163915f4c1308f0bcca169f942a9dab58de26fb008d55','bundled','instances.json','rrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrr','[["Player 1","WordDescriber","human","human"],["Player 2","WordGuesser","model","openai/x"]]','{"":["01a226b1-c40d-74d4-921a-39d1cf48fd15"]}');
CREATE TABLE result_groups (
    id INTEGER PRIMARY KEY,
    series INTEGER NOT NULL REFERENCES result_series(id),
    pool INTEGER NOT NULL REFERENCES result_pools(id),
    game_version TEXT NOT NULL,
    experiment TEXT NOT NULL,
    interface TEXT NOT NULL,
    condition TEXT NOT NULL,
    instance_origin TEXT NOT NULL,
    instance_source TEXT NOT NULL,
    rules_hash TEXT NOT NULL,
    seats TEXT NOT NULL,
    answered TEXT NOT NULL,
    UNIQUE (pool, game_version, experiment, interface, condition, instance_origin, instance_source,
        rules_hash, seats, answered)
) STRICT;
INSERT INTO result_groups VALUES(1,1,1,'1.0','high_en','assisted','15c52573bca8da02f57163915f4c1308f0bcca169f942a9dab58de26fb008d55','bundled','instances.json','rrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrr','[["Player 1","WordDescriber","human","human"],["Player 2","WordGuesser","model","openai/x"]]','{}');
INSERT INTO result_groups VALUES(2,2,1,'1.0','high_en','assisted','15c52573bca8da02f57163915f4c1308f0bcca169f942a9dab58de26fb008d55','bundled','instances.json','rrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrr','[["Player 1","WordDescriber","human","human"],["Player 2","WordGuesser","model","openai/x"]]','{"":["01a226b1-c40d-74d4-921a-39d1cf48fd15"]}');
CREATE TABLE series_counts (
    series INTEGER NOT NULL REFERENCES result_series(id),
    reasons INTEGER NOT NULL,
    unscored INTEGER NOT NULL,
    episodes INTEGER NOT NULL,
    aborted INTEGER NOT NULL,
    lose INTEGER NOT NULL,
    success INTEGER NOT NULL,
    PRIMARY KEY (series, reasons, unscored)
) STRICT, WITHOUT ROWID;
INSERT INTO series_counts VALUES(1,16,1,1,0,0,0);
INSERT INTO series_counts VALUES(2,0,0,1,0,0,1);
CREATE TABLE series_items (
    series INTEGER NOT NULL REFERENCES result_series(id),
    reasons INTEGER NOT NULL,
    episodes INTEGER NOT NULL,
    decided INTEGER NOT NULL,
    aborted INTEGER NOT NULL,
    success INTEGER NOT NULL,
    lose INTEGER NOT NULL,
    scored INTEGER NOT NULL,
    main REAL NOT NULL,
    joint REAL NOT NULL,
    jointly INTEGER NOT NULL,
    items INTEGER NOT NULL,
    PRIMARY KEY (series, reasons, episodes, decided, aborted, success, lose, scored, main, joint,
        jointly)
) STRICT, WITHOUT ROWID;
INSERT INTO series_items VALUES(2,0,1,1,0,1,0,1,100.0,100.0,1,1);
CREATE VIRTUAL TABLE search_words USING fts5(
    words, content='', columnsize=0, tokenize='ascii', prefix='1'
);
DELETE FROM search_words_data;
INSERT INTO search_words_data VALUES(1,X'0209');
INSERT INTO search_words_data VALUES(10,X'000000000102020002010101020101');
INSERT INTO search_words_data VALUES(137438953473,X'0000002F063068656C6C6F0102020101780102040102C2B6010203000231680102020101780102040102C2B6010203040A06070706');
INSERT INTO search_words_data VALUES(274877906945,X'0000004C0630616761696E0202040104636C7565020206010568656C6C6F02020202026F740202070102C2B60204030400023161020204010163020206010168020402070102C2B602040304040A090A0708070607');
DELETE FROM search_words_idx;
INSERT INTO search_words_idx VALUES(1,X'',2);
INSERT INTO search_words_idx VALUES(2,X'',2);
DELETE FROM search_words_config;
INSERT INTO search_words_config VALUES('version',4);
CREATE TABLE studies (
    id TEXT PRIMARY KEY,
    manifest TEXT NOT NULL REFERENCES contents(hash),
    frozen_at TEXT NOT NULL,
    closed_at TEXT
) STRICT;
INSERT INTO studies VALUES('pilot','f243e9f4d55a3c9cc56556ce5454db8d4fee5eb37a3fe9b415122abf048b7820','2026-03-01T12:00:00.000000Z','2026-03-01T12:00:00.000000Z');
CREATE TABLE deviations (
    id TEXT PRIMARY KEY,
    study TEXT NOT NULL REFERENCES studies(id),
    kind TEXT NOT NULL CHECK (kind IN ('protocol', 'program', 'rules', 'pack', 'instance',
        'assignment', 'clock')),
    subject TEXT NOT NULL,
    frozen TEXT NOT NULL,
    found TEXT NOT NULL,
    reason TEXT NOT NULL,
    author TEXT NOT NULL,
    at TEXT NOT NULL,
    amendment INTEGER NOT NULL CHECK (amendment >= 0),
    manifest TEXT REFERENCES contents(hash)
) STRICT;
INSERT INTO deviations VALUES('18de8e65-104b-50c0-add2-96f102c61ce0','pilot','clock','clock','0','1','','','2026-03-01T12:00:00.000000Z',0,NULL);
CREATE TABLE screenings (
    id TEXT PRIMARY KEY,
    study TEXT NOT NULL REFERENCES studies(id),
    outcome TEXT NOT NULL CHECK (outcome IN ('not eligible', 'declined')),
    at TEXT NOT NULL
) STRICT;
INSERT INTO screenings VALUES('01a226b1-c45d-747f-8753-9684062e0add','pilot','declined','2026-03-01T12:00:00.000000Z');
CREATE TABLE enrolments (
    id TEXT PRIMARY KEY,
    study TEXT NOT NULL REFERENCES studies(id),
    person TEXT NOT NULL REFERENCES people(id),
    number INTEGER NOT NULL CHECK (number > 0),
    collector INTEGER NOT NULL CHECK (collector > 0),
    seed INTEGER NOT NULL,
    at TEXT NOT NULL
) STRICT;
INSERT INTO enrolments VALUES('01a226b1-c451-7088-82bb-b0680a8fc44c','pilot','01a226b1-c405-77e6-a7e8-eb3eaad742cd',1,1,7,'2026-03-01T12:00:00.000000Z');
CREATE TABLE assignments (
    enrolment TEXT NOT NULL REFERENCES enrolments(id),
    position INTEGER NOT NULL CHECK (position > 0),
    run TEXT NOT NULL,
    item TEXT NOT NULL,
    practice INTEGER NOT NULL CHECK (practice IN (0, 1)),
    block INTEGER NOT NULL,
    game TEXT NOT NULL,
    seat TEXT NOT NULL,
    language TEXT NOT NULL,
    instance_hash TEXT NOT NULL,
    exposure_key TEXT NOT NULL,
    PRIMARY KEY (enrolment, position),
    UNIQUE (run, item),
    FOREIGN KEY (run, item) REFERENCES work_items(run, key)
) STRICT;
INSERT INTO assignments VALUES('01a226b1-c451-7088-82bb-b0680a8fc44c',1,'study-pilot','75aacb737be493f909718913253df93865454faf4a08f7ddfe56b831401b1be9',0,1,'taboo','Player 1','en','87a876ddc85a6203923f8af705c60ec949d784d20b141b60e32ba268d0ad319f','taboo:tea');
CREATE TABLE study_episodes (
    episode TEXT PRIMARY KEY REFERENCES episodes(id),
    enrolment TEXT NOT NULL,
    position INTEGER NOT NULL,
    FOREIGN KEY (enrolment, position) REFERENCES assignments(enrolment, position)
) STRICT;
CREATE TABLE answers (
    id TEXT PRIMARY KEY,
    enrolment TEXT NOT NULL REFERENCES enrolments(id),
    part TEXT NOT NULL CHECK (part IN ('eligibility', 'consent', 'instructions', 'comprehension',
        'attention', 'episode', 'break', 'questionnaire', 'debrief', 'withdrawal')),
    item TEXT NOT NULL,
    value TEXT NOT NULL,
    attempt INTEGER NOT NULL CHECK (attempt > 0),
    position INTEGER,
    session TEXT NOT NULL REFERENCES sessions(id),
    shown_at TEXT,
    at TEXT NOT NULL,
    clock_ms REAL NOT NULL,
    FOREIGN KEY (enrolment, position) REFERENCES assignments(enrolment, position)
) STRICT;
INSERT INTO answers VALUES('01a226b1-c455-75a6-ad70-6e0e579fad94','01a226b1-c451-7088-82bb-b0680a8fc44c','consent','record','true',1,1,'01a226b1-c40d-74d4-921a-39d1cf48fd15',NULL,'2026-03-01T12:00:00.000000Z',5000.0);
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
CREATE INDEX consents_person ON consents(person);
CREATE INDEX sessions_person ON sessions(person);
CREATE INDEX sitting_events_session ON sitting_events(session);
CREATE INDEX episodes_family ON episodes(family, id);
CREATE INDEX episodes_language ON episodes(language, id);
CREATE INDEX episodes_experiment ON episodes(experiment, id);
CREATE INDEX episodes_task ON episodes(task_key);
CREATE INDEX episodes_session ON episodes(session);
CREATE INDEX seat_assignments_person ON seat_assignments(person, episode);
CREATE UNIQUE INDEX entries_one_response ON entries(episode, request) WHERE request IS NOT NULL;
CREATE INDEX attempts_started_request ON attempts_started(episode, request);
CREATE TRIGGER databases_update BEFORE UPDATE ON databases WHEN NOT 0
BEGIN SELECT RAISE(ABORT, 'databases is evidence and append-only'); END;
CREATE TRIGGER databases_delete BEFORE DELETE ON databases WHEN NOT 0
BEGIN SELECT RAISE(ABORT, 'databases is evidence and append-only'); END;
CREATE TRIGGER contents_update BEFORE UPDATE ON contents WHEN NOT 0
BEGIN SELECT RAISE(ABORT, 'contents is evidence and append-only'); END;
CREATE TRIGGER contents_delete BEFORE DELETE ON contents WHEN NOT 0
BEGIN SELECT RAISE(ABORT, 'contents is evidence and append-only'); END;
CREATE TRIGGER people_update BEFORE UPDATE ON people WHEN NOT EXISTS (SELECT 1 FROM erasures
        WHERE erasures.person = OLD.id AND erasures.closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'people is evidence and append-only'); END;
CREATE TRIGGER people_delete BEFORE DELETE ON people WHEN NOT EXISTS (SELECT 1 FROM erasures
        WHERE erasures.person = OLD.id AND erasures.closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'people is evidence and append-only'); END;
CREATE TRIGGER consents_update BEFORE UPDATE ON consents WHEN NOT 0
BEGIN SELECT RAISE(ABORT, 'consents is evidence and append-only'); END;
CREATE TRIGGER consents_delete BEFORE DELETE ON consents WHEN NOT 0
BEGIN SELECT RAISE(ABORT, 'consents is evidence and append-only'); END;
CREATE TRIGGER episodes_update BEFORE UPDATE ON episodes WHEN NOT EXISTS (SELECT 1 FROM erased_episodes
        JOIN erasures ON erasures.id = erased_episodes.erasure
        WHERE erased_episodes.episode = OLD.id AND erasures.closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'episodes is evidence and append-only'); END;
CREATE TRIGGER episodes_delete BEFORE DELETE ON episodes WHEN NOT EXISTS (SELECT 1 FROM erased_episodes
        JOIN erasures ON erasures.id = erased_episodes.erasure
        WHERE erased_episodes.episode = OLD.id AND erasures.closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'episodes is evidence and append-only'); END;
CREATE TRIGGER seat_assignments_update BEFORE UPDATE ON seat_assignments WHEN NOT EXISTS (SELECT 1 FROM erased_episodes
        JOIN erasures ON erasures.id = erased_episodes.erasure
        WHERE erased_episodes.episode = OLD.episode AND erasures.closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'seat_assignments is evidence and append-only'); END;
CREATE TRIGGER seat_assignments_delete BEFORE DELETE ON seat_assignments WHEN NOT EXISTS (SELECT 1 FROM erased_episodes
        JOIN erasures ON erasures.id = erased_episodes.erasure
        WHERE erased_episodes.episode = OLD.episode AND erasures.closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'seat_assignments is evidence and append-only'); END;
CREATE TRIGGER requests_update BEFORE UPDATE ON requests WHEN NOT EXISTS (SELECT 1 FROM erased_episodes
        JOIN erasures ON erasures.id = erased_episodes.erasure
        WHERE erased_episodes.episode = OLD.episode AND erasures.closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'requests is evidence and append-only'); END;
CREATE TRIGGER requests_delete BEFORE DELETE ON requests WHEN NOT EXISTS (SELECT 1 FROM erased_episodes
        JOIN erasures ON erasures.id = erased_episodes.erasure
        WHERE erased_episodes.episode = OLD.episode AND erasures.closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'requests is evidence and append-only'); END;
CREATE TRIGGER entries_update BEFORE UPDATE ON entries WHEN NOT EXISTS (SELECT 1 FROM erased_episodes
        JOIN erasures ON erasures.id = erased_episodes.erasure
        WHERE erased_episodes.episode = OLD.episode AND erasures.closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'entries is evidence and append-only'); END;
CREATE TRIGGER entries_delete BEFORE DELETE ON entries WHEN NOT EXISTS (SELECT 1 FROM erased_episodes
        JOIN erasures ON erasures.id = erased_episodes.erasure
        WHERE erased_episodes.episode = OLD.episode AND erasures.closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'entries is evidence and append-only'); END;
CREATE TRIGGER attempts_started_update BEFORE UPDATE ON attempts_started WHEN NOT EXISTS (SELECT 1 FROM erased_episodes
        JOIN erasures ON erasures.id = erased_episodes.erasure
        WHERE erased_episodes.episode = OLD.episode AND erasures.closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'attempts_started is evidence and append-only'); END;
CREATE TRIGGER attempts_started_delete BEFORE DELETE ON attempts_started WHEN NOT EXISTS (SELECT 1 FROM erased_episodes
        JOIN erasures ON erasures.id = erased_episodes.erasure
        WHERE erased_episodes.episode = OLD.episode AND erasures.closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'attempts_started is evidence and append-only'); END;
CREATE TRIGGER attempt_partials_update BEFORE UPDATE ON attempt_partials WHEN NOT EXISTS (SELECT 1 FROM erased_episodes
        JOIN erasures ON erasures.id = erased_episodes.erasure
        WHERE erased_episodes.episode = (SELECT episode FROM attempts_started WHERE id = OLD.attempt) AND erasures.closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'attempt_partials is evidence and append-only'); END;
CREATE TRIGGER attempt_partials_delete BEFORE DELETE ON attempt_partials WHEN NOT EXISTS (SELECT 1 FROM erased_episodes
        JOIN erasures ON erasures.id = erased_episodes.erasure
        WHERE erased_episodes.episode = (SELECT episode FROM attempts_started WHERE id = OLD.attempt) AND erasures.closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'attempt_partials is evidence and append-only'); END;
CREATE TRIGGER attempts_ended_update BEFORE UPDATE ON attempts_ended WHEN NOT EXISTS (SELECT 1 FROM erased_episodes
        JOIN erasures ON erasures.id = erased_episodes.erasure
        WHERE erased_episodes.episode = (SELECT episode FROM attempts_started WHERE id = OLD.attempt) AND erasures.closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'attempts_ended is evidence and append-only'); END;
CREATE TRIGGER attempts_ended_delete BEFORE DELETE ON attempts_ended WHEN NOT EXISTS (SELECT 1 FROM erased_episodes
        JOIN erasures ON erasures.id = erased_episodes.erasure
        WHERE erased_episodes.episode = (SELECT episode FROM attempts_started WHERE id = OLD.attempt) AND erasures.closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'attempts_ended is evidence and append-only'); END;
CREATE TRIGGER episode_ends_update BEFORE UPDATE ON episode_ends WHEN NOT EXISTS (SELECT 1 FROM erased_episodes
        JOIN erasures ON erasures.id = erased_episodes.erasure
        WHERE erased_episodes.episode = OLD.episode AND erasures.closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'episode_ends is evidence and append-only'); END;
CREATE TRIGGER episode_ends_delete BEFORE DELETE ON episode_ends WHEN NOT EXISTS (SELECT 1 FROM erased_episodes
        JOIN erasures ON erasures.id = erased_episodes.erasure
        WHERE erased_episodes.episode = OLD.episode AND erasures.closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'episode_ends is evidence and append-only'); END;
CREATE TRIGGER databases_once BEFORE INSERT ON databases
WHEN EXISTS (SELECT 1 FROM databases WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'databases has this record already'); END;
CREATE TRIGGER contents_once BEFORE INSERT ON contents
WHEN EXISTS (SELECT 1 FROM contents WHERE hash = NEW.hash)
BEGIN SELECT RAISE(ABORT, 'contents has this record already'); END;
CREATE TRIGGER people_once BEFORE INSERT ON people
WHEN EXISTS (SELECT 1 FROM people WHERE id = NEW.id OR pseudonym = NEW.pseudonym)
BEGIN SELECT RAISE(ABORT, 'people has this record already'); END;
CREATE TRIGGER consents_once BEFORE INSERT ON consents
WHEN EXISTS (SELECT 1 FROM consents WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'consents has this record already'); END;
CREATE TRIGGER sessions_once BEFORE INSERT ON sessions
WHEN EXISTS (SELECT 1 FROM sessions WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'sessions has this record already'); END;
CREATE TRIGGER sitting_events_once BEFORE INSERT ON sitting_events
WHEN EXISTS (SELECT 1 FROM sitting_events WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'sitting_events has this record already'); END;
CREATE TRIGGER episodes_once BEFORE INSERT ON episodes
WHEN EXISTS (SELECT 1 FROM episodes WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'episodes has this record already'); END;
CREATE TRIGGER seat_assignments_once BEFORE INSERT ON seat_assignments
WHEN EXISTS (SELECT 1 FROM seat_assignments WHERE episode = NEW.episode AND seat = NEW.seat)
BEGIN SELECT RAISE(ABORT, 'seat_assignments has this record already'); END;
CREATE TRIGGER requests_once BEFORE INSERT ON requests
WHEN EXISTS (SELECT 1 FROM requests WHERE episode = NEW.episode AND number = NEW.number)
BEGIN SELECT RAISE(ABORT, 'requests has this record already'); END;
CREATE TRIGGER entries_once BEFORE INSERT ON entries
WHEN EXISTS (SELECT 1 FROM entries WHERE episode = NEW.episode AND (seq = NEW.seq OR request = NEW.request))
BEGIN SELECT RAISE(ABORT, 'entries has this record already'); END;
CREATE TRIGGER attempts_started_once BEFORE INSERT ON attempts_started
WHEN EXISTS (SELECT 1 FROM attempts_started WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'attempts_started has this record already'); END;
CREATE TRIGGER attempt_partials_once BEFORE INSERT ON attempt_partials
WHEN EXISTS (SELECT 1 FROM attempt_partials WHERE attempt = NEW.attempt AND seq = NEW.seq)
BEGIN SELECT RAISE(ABORT, 'attempt_partials has this record already'); END;
CREATE TRIGGER attempts_ended_once BEFORE INSERT ON attempts_ended
WHEN EXISTS (SELECT 1 FROM attempts_ended WHERE attempt = NEW.attempt)
BEGIN SELECT RAISE(ABORT, 'attempts_ended has this record already'); END;
CREATE TRIGGER episode_ends_once BEFORE INSERT ON episode_ends
WHEN EXISTS (SELECT 1 FROM episode_ends WHERE episode = NEW.episode)
BEGIN SELECT RAISE(ABORT, 'episode_ends has this record already'); END;
CREATE TRIGGER requests_erased BEFORE INSERT ON requests
WHEN EXISTS (SELECT 1 FROM erased_episodes WHERE episode = NEW.episode)
BEGIN SELECT RAISE(ABORT, 'the episode was erased'); END;
CREATE TRIGGER entries_erased BEFORE INSERT ON entries
WHEN EXISTS (SELECT 1 FROM erased_episodes WHERE episode = NEW.episode)
BEGIN SELECT RAISE(ABORT, 'the episode was erased'); END;
CREATE TRIGGER attempts_started_erased BEFORE INSERT ON attempts_started
WHEN EXISTS (SELECT 1 FROM erased_episodes WHERE episode = NEW.episode)
BEGIN SELECT RAISE(ABORT, 'the episode was erased'); END;
CREATE TRIGGER attempt_partials_erased BEFORE INSERT ON attempt_partials
WHEN EXISTS (SELECT 1 FROM erased_episodes WHERE episode = (SELECT episode FROM attempts_started WHERE id = NEW.attempt))
BEGIN SELECT RAISE(ABORT, 'the episode was erased'); END;
CREATE TRIGGER attempts_ended_erased BEFORE INSERT ON attempts_ended
WHEN EXISTS (SELECT 1 FROM erased_episodes WHERE episode = (SELECT episode FROM attempts_started WHERE id = NEW.attempt))
BEGIN SELECT RAISE(ABORT, 'the episode was erased'); END;
CREATE TRIGGER episode_ends_erased BEFORE INSERT ON episode_ends
WHEN EXISTS (SELECT 1 FROM erased_episodes WHERE episode = NEW.episode)
BEGIN SELECT RAISE(ABORT, 'the episode was erased'); END;
CREATE TRIGGER drafts_erased BEFORE INSERT ON drafts
WHEN EXISTS (SELECT 1 FROM erased_episodes WHERE episode = NEW.episode)
BEGIN SELECT RAISE(ABORT, 'the episode was erased'); END;
CREATE TRIGGER leases_erased BEFORE INSERT ON leases
WHEN EXISTS (SELECT 1 FROM erased_episodes WHERE episode = NEW.episode)
BEGIN SELECT RAISE(ABORT, 'the episode was erased'); END;
CREATE TRIGGER events_erased BEFORE INSERT ON events
WHEN EXISTS (SELECT 1 FROM erased_episodes WHERE episode = NEW.episode)
BEGIN SELECT RAISE(ABORT, 'the episode was erased'); END;
CREATE TRIGGER requests_over BEFORE INSERT ON requests
WHEN EXISTS (SELECT 1 FROM episode_ends WHERE episode = NEW.episode)
BEGIN SELECT RAISE(ABORT, 'the episode is over'); END;
CREATE TRIGGER entries_over BEFORE INSERT ON entries
WHEN EXISTS (SELECT 1 FROM episode_ends WHERE episode = NEW.episode)
BEGIN SELECT RAISE(ABORT, 'the episode is over'); END;
CREATE VIEW transcript AS
SELECT episode, line, request, seq, kind, seat, role, message_role, text, at FROM (
    SELECT
        r.episode,
        r.number * 1000000 + r.kept + m.key AS line,
        r.number AS request,
        NULL AS seq,
        'message' AS kind,
        r.seat,
        r.role,
        json_extract(m.value, '$.role') AS message_role,
        (SELECT group_concat(coalesce(json_extract(p.value, '$.text'), ''), '')
         FROM json_each(m.value, '$.parts') p) AS text,
        r.asked_at AS at,
        r.clock_ms
    FROM requests r, json_each(CASE json_type(r.messages)
        WHEN 'array' THEN r.messages ELSE json_extract(r.messages, '$."$readable"') END) m
    WHERE r.kept + m.key >= r.new_from
    UNION ALL
    SELECT
        n.episode,
        coalesce(n.request, (SELECT max(number) FROM requests WHERE episode = n.episode), 0)
            * 1000000 + 999999,
        n.request,
        n.seq,
        n.kind,
        n.seat,
        a.role,
        CASE WHEN n.kind = 'response' THEN 'assistant' END,
        CASE WHEN n.kind = 'response' THEN n.text
             WHEN n.text = '' THEN n.control ELSE n.control || ': ' || n.text END,
        n.at,
        n.clock_ms
    FROM entries n
    LEFT JOIN seat_assignments a ON a.episode = n.episode AND a.seat = n.seat
)
ORDER BY episode, line, seq;
CREATE VIEW unfinished AS
SELECT
    e.id AS episode,
    e.game, e.language, e.experiment, e.game_id, e.practice, e.created_at,
    (SELECT group_concat(pseudonym, ', ') FROM (
        SELECT p.pseudonym FROM seat_assignments a JOIN people p ON p.id = a.person
        WHERE a.episode = e.id ORDER BY a.position)) AS people,
    (SELECT count(*) FROM entries n WHERE n.episode = e.id AND n.kind = 'response') AS responses,
    max(e.created_at,
        coalesce((SELECT max(r.asked_at) FROM requests r WHERE r.episode = e.id), ''),
        coalesce((SELECT max(n.at) FROM entries n WHERE n.episode = e.id), '')) AS last_at,
    l.owner AS lease_owner, l.host AS lease_host, l.pid AS lease_pid, l.heartbeat AS lease_heartbeat
FROM episodes e
LEFT JOIN leases l ON l.episode = e.id
WHERE NOT EXISTS (SELECT 1 FROM episode_ends n WHERE n.episode = e.id)
  AND NOT EXISTS (SELECT 1 FROM erased_episodes x WHERE x.episode = e.id);
CREATE VIEW attempts AS
SELECT
    s.id AS attempt, s.episode, s.request, r.seat, a.player, s.number, s.started_at,
    coalesce(d.outcome, 'open') AS outcome,
    d.error_kind, d.error_message, d.text, d.reasoning,
    d.prompt_tokens, d.completion_tokens, d.reasoning_tokens, d.cost_usd,
    d.finish_reason, d.provider, d.model, d.first_token_ms, d.duration_ms
FROM attempts_started s
JOIN requests r ON r.episode = s.episode AND r.number = s.request
LEFT JOIN seat_assignments a ON a.episode = s.episode AND a.seat = r.seat
LEFT JOIN attempts_ended d ON d.attempt = s.id;
CREATE TRIGGER requests_pending AFTER INSERT ON requests
WHEN NOT EXISTS (SELECT 1 FROM search_pending WHERE episode = NEW.episode)
BEGIN INSERT INTO search_pending VALUES (NEW.episode); END;
CREATE TRIGGER entries_pending AFTER INSERT ON entries
WHEN NOT EXISTS (SELECT 1 FROM search_pending WHERE episode = NEW.episode)
BEGIN INSERT INTO search_pending VALUES (NEW.episode); END;
CREATE TRIGGER episode_ends_pending AFTER INSERT ON episode_ends
WHEN NOT EXISTS (SELECT 1 FROM search_pending WHERE episode = NEW.episode)
BEGIN INSERT INTO search_pending VALUES (NEW.episode); END;
CREATE INDEX episodes_created ON episodes(created_at);
CREATE INDEX episodes_instance ON episodes(instance_hash);
CREATE INDEX episodes_interface ON episodes(interface, practice);
CREATE INDEX seat_assignments_model ON seat_assignments(player, parameters, episode)
    WHERE kind = 'model';
CREATE INDEX episodes_tally
    ON episodes(game, id, game_version, practice, interface, condition, language, experiment);
CREATE INDEX seat_assignments_line_up
    ON seat_assignments(episode, position, seat, role, kind, player, person);
CREATE INDEX seat_assignments_model_episode ON seat_assignments(player, episode)
    WHERE kind = 'model';
CREATE INDEX seat_assignments_no_model ON seat_assignments(kind, episode) WHERE kind <> 'model';
CREATE INDEX scores_tally ON scores(episode, scorer, aborted, lose, success, main_score);
CREATE INDEX episode_ends_state ON episode_ends(state, episode);
CREATE INDEX contents_continued ON contents(hash)
    WHERE iif(json_valid(body), json_extract(body, '$.continued_from'), NULL) IS NOT NULL;
CREATE INDEX work_items_result ON work_items(result);
CREATE TRIGGER runs_update BEFORE UPDATE ON runs
BEGIN SELECT RAISE(ABORT, 'runs is evidence and append-only'); END;
CREATE TRIGGER runs_delete BEFORE DELETE ON runs
BEGIN SELECT RAISE(ABORT, 'runs is evidence and append-only'); END;
CREATE TRIGGER runs_once BEFORE INSERT ON runs
WHEN EXISTS (SELECT 1 FROM runs WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'runs has this record already'); END;
CREATE TRIGGER work_items_update
BEFORE UPDATE OF run, key, kind, content, slot, position ON work_items
BEGIN SELECT RAISE(ABORT, 'only the state and the result of a work item change'); END;
CREATE TRIGGER work_items_delete BEFORE DELETE ON work_items
BEGIN SELECT RAISE(ABORT, 'work_items is evidence and append-only'); END;
CREATE TRIGGER work_items_once BEFORE INSERT ON work_items
WHEN EXISTS (SELECT 1 FROM work_items WHERE run = NEW.run AND key = NEW.key)
BEGIN SELECT RAISE(ABORT, 'work_items has this record already'); END;
CREATE TRIGGER work_items_done BEFORE UPDATE ON work_items
WHEN OLD.state = 'done' AND (NEW.state <> 'done' OR NEW.result > OLD.result)
BEGIN SELECT RAISE(ABORT, 'the work item is done; only an earlier result may replace its result');
END;
CREATE TRIGGER claims_done BEFORE INSERT ON claims
WHEN EXISTS (SELECT 1 FROM work_items WHERE run = NEW.run AND key = NEW.item AND state = 'done')
BEGIN SELECT RAISE(ABORT, 'the work item is done'); END;
CREATE TRIGGER episode_ends_item AFTER INSERT ON episode_ends
WHEN EXISTS (SELECT 1 FROM work_items
    WHERE result = NEW.episode AND kind = 'episode' AND state = 'begun')
BEGIN
    DELETE FROM claims WHERE (run, item) IN
        (SELECT run, key FROM work_items WHERE result = NEW.episode AND kind = 'episode');
    UPDATE work_items SET state = iif(NEW.state = 'finished', 'done', 'open'),
        result = iif(NEW.state = 'finished', result, NULL)
    WHERE result = NEW.episode AND kind = 'episode' AND state = 'begun';
END;
CREATE INDEX tags_key ON tags(key, value, episode);
CREATE INDEX tags_episode ON tags(episode, key);
CREATE INDEX episode_line_ups_line_up ON episode_line_ups(line_up, episode);
CREATE INDEX exposure_keys_key ON exposure_keys(key, instance_hash);
CREATE INDEX exposure_keys_provisional ON exposure_keys(instance_hash) WHERE rules_hash IS NULL;
CREATE TRIGGER tags_update BEFORE UPDATE ON tags WHEN NOT EXISTS (SELECT 1 FROM erased_episodes
        JOIN erasures ON erasures.id = erased_episodes.erasure
        WHERE erased_episodes.episode = OLD.episode AND erasures.closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'tags is evidence and append-only'); END;
CREATE TRIGGER tags_delete BEFORE DELETE ON tags WHEN NOT EXISTS (SELECT 1 FROM erased_episodes
        JOIN erasures ON erasures.id = erased_episodes.erasure
        WHERE erased_episodes.episode = OLD.episode AND erasures.closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'tags is evidence and append-only'); END;
CREATE TRIGGER tags_once BEFORE INSERT ON tags
WHEN EXISTS (SELECT 1 FROM tags WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'tags has this record already'); END;
CREATE TRIGGER episodes_exposure_key AFTER INSERT ON episodes
WHEN NOT EXISTS (SELECT 1 FROM exposure_keys WHERE instance_hash = NEW.instance_hash)
BEGIN INSERT INTO exposure_keys VALUES (NEW.instance_hash, NEW.task_key, NULL); END;
CREATE VIEW current_tags AS
SELECT t.episode, t.key, t.value, t.author, t.reason, t.at
FROM tags t
WHERE t.decision = 'added' AND NOT EXISTS (SELECT 1 FROM tags later
    WHERE later.episode = t.episode AND later.key = t.key AND later.value = t.value
        AND (later.at, later.id) > (t.at, t.id));
CREATE VIEW episode_scores AS
SELECT
    e.id AS episode,
    e.family, e.game, e.game_version, e.experiment, e.game_id, e.task_key, e.instance_hash,
    e.language, e.interface, e.practice, e.created_at,
    m.state, m.left_out,
    (SELECT group_concat(label, ', ') FROM (
        SELECT a.seat || ': ' || coalesce(p.pseudonym, a.player) AS label
        FROM seat_assignments a LEFT JOIN people p ON p.id = a.person
        WHERE a.episode = e.id ORDER BY a.position)) AS players,
    (SELECT key FROM line_ups WHERE id = m.line_up) AS line_up,
    s.scorer,
    s.scorer = e.game || ':' || e.game_version AND s.rules_hash IS NOT NULL AS own_scorer,
    s.aborted, s.success, s.lose,
    CASE WHEN s.aborted = 1 THEN 'aborted' WHEN s.lose = 1 THEN 'lose'
         WHEN coalesce(s.aborted, s.lose, s.success) IS NOT NULL THEN 'success' END AS outcome,
    s.main_score,
    CASE WHEN s.aborted = 1 THEN 0.0 ELSE s.main_score END AS joint_score,
    s.computed_at
FROM scores s
JOIN episodes e ON e.id = s.episode
JOIN sample m ON m.episode = e.id;
CREATE TRIGGER attempt_bodies_update BEFORE UPDATE ON attempt_bodies
WHEN NOT EXISTS (SELECT 1 FROM erased_episodes
        JOIN erasures ON erasures.id = erased_episodes.erasure
        WHERE erased_episodes.episode = (SELECT episode FROM attempts_started
            WHERE id = OLD.attempt) AND erasures.closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'attempt_bodies is evidence and append-only'); END;
CREATE TRIGGER attempt_bodies_delete BEFORE DELETE ON attempt_bodies
WHEN NOT EXISTS (SELECT 1 FROM erased_episodes
        JOIN erasures ON erasures.id = erased_episodes.erasure
        WHERE erased_episodes.episode = (SELECT episode FROM attempts_started
            WHERE id = OLD.attempt) AND erasures.closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'attempt_bodies is evidence and append-only'); END;
CREATE TRIGGER attempt_bodies_once BEFORE INSERT ON attempt_bodies
WHEN EXISTS (SELECT 1 FROM attempt_bodies WHERE attempt = NEW.attempt)
BEGIN SELECT RAISE(ABORT, 'attempt_bodies has this record already'); END;
CREATE TRIGGER attempt_bodies_erased BEFORE INSERT ON attempt_bodies
WHEN EXISTS (SELECT 1 FROM erased_episodes
    WHERE episode = (SELECT episode FROM attempts_started WHERE id = NEW.attempt))
BEGIN SELECT RAISE(ABORT, 'the episode was erased'); END;
CREATE INDEX erasures_person ON erasures(person);
CREATE INDEX erasures_session ON erasures(session) WHERE session <> '';
CREATE TRIGGER sessions_update BEFORE UPDATE ON sessions WHEN NOT (EXISTS (SELECT 1 FROM erasures
        WHERE erasures.person = OLD.person AND erasures.closed_at IS NULL) OR EXISTS (SELECT 1 FROM erasures
        WHERE erasures.session = OLD.id AND erasures.closed_at IS NULL))
BEGIN SELECT RAISE(ABORT, 'sessions is evidence and append-only'); END;
CREATE TRIGGER sessions_delete BEFORE DELETE ON sessions WHEN NOT (EXISTS (SELECT 1 FROM erasures
        WHERE erasures.person = OLD.person AND erasures.closed_at IS NULL) OR EXISTS (SELECT 1 FROM erasures
        WHERE erasures.session = OLD.id AND erasures.closed_at IS NULL))
BEGIN SELECT RAISE(ABORT, 'sessions is evidence and append-only'); END;
CREATE TRIGGER sessions_forgotten BEFORE INSERT ON sessions
WHEN EXISTS (SELECT 1 FROM erasures WHERE person = NEW.person)
    AND NOT EXISTS (SELECT 1 FROM erasures WHERE person = NEW.person AND closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'the person was forgotten'); END;
CREATE TRIGGER sitting_events_update BEFORE UPDATE ON sitting_events WHEN NOT (EXISTS (SELECT 1 FROM erasures
        WHERE erasures.person = (SELECT person FROM sessions WHERE id = OLD.session) AND erasures.closed_at IS NULL) OR EXISTS (SELECT 1 FROM erasures
        WHERE erasures.session = OLD.session AND erasures.closed_at IS NULL))
BEGIN SELECT RAISE(ABORT, 'sitting_events is evidence and append-only'); END;
CREATE TRIGGER sitting_events_delete BEFORE DELETE ON sitting_events WHEN NOT (EXISTS (SELECT 1 FROM erasures
        WHERE erasures.person = (SELECT person FROM sessions WHERE id = OLD.session) AND erasures.closed_at IS NULL) OR EXISTS (SELECT 1 FROM erasures
        WHERE erasures.session = OLD.session AND erasures.closed_at IS NULL))
BEGIN SELECT RAISE(ABORT, 'sitting_events is evidence and append-only'); END;
CREATE TRIGGER seat_assignments_forgotten BEFORE INSERT ON seat_assignments
WHEN EXISTS (SELECT 1 FROM erasures WHERE person = NEW.person)
    AND NOT EXISTS (SELECT 1 FROM erasures WHERE person = NEW.person AND closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'the person was forgotten'); END;
CREATE TRIGGER scores_erased BEFORE INSERT ON scores
WHEN EXISTS (SELECT 1 FROM erased_episodes JOIN erasures ON erasures.id = erased_episodes.erasure
    WHERE erased_episodes.episode = NEW.episode AND erasures.what = 'text and scores')
BEGIN SELECT RAISE(ABORT, 'the scores of the episode were erased'); END;
CREATE TRIGGER erasures_update BEFORE UPDATE ON erasures
WHEN OLD.closed_at IS NOT NULL OR NEW.closed_at IS NULL OR NEW.id <> OLD.id
    OR NEW.person <> OLD.person OR NEW.opened_at <> OLD.opened_at
    OR NEW.scope <> OLD.scope OR NEW.what <> OLD.what OR NEW.session <> OLD.session
BEGIN SELECT RAISE(ABORT, 'an erasure can only be closed'); END;
CREATE TRIGGER erasures_delete BEFORE DELETE ON erasures
BEGIN SELECT RAISE(ABORT, 'erasures is evidence and append-only'); END;
CREATE TRIGGER erasures_person BEFORE INSERT ON erasures
WHEN NEW.person <> '' AND NOT EXISTS (SELECT 1 FROM people WHERE id = NEW.person)
BEGIN SELECT RAISE(ABORT, 'an erasure names an unknown person'); END;
CREATE TRIGGER erasures_once BEFORE INSERT ON erasures
WHEN EXISTS (SELECT 1 FROM erasures WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'erasures has this record already'); END;
CREATE TRIGGER erased_episodes_item AFTER INSERT ON erased_episodes
WHEN EXISTS (SELECT 1 FROM work_items
    WHERE result = NEW.episode AND kind = 'episode' AND state = 'begun')
BEGIN
    DELETE FROM claims WHERE (run, item) IN
        (SELECT run, key FROM work_items WHERE result = NEW.episode AND kind = 'episode');
    UPDATE work_items SET state = 'open', result = NULL
    WHERE result = NEW.episode AND kind = 'episode' AND state = 'begun';
END;
CREATE TRIGGER erased_episodes_update BEFORE UPDATE ON erased_episodes WHEN NOT 0
BEGIN SELECT RAISE(ABORT, 'erased_episodes is evidence and append-only'); END;
CREATE TRIGGER erased_episodes_delete BEFORE DELETE ON erased_episodes WHEN NOT 0
BEGIN SELECT RAISE(ABORT, 'erased_episodes is evidence and append-only'); END;
CREATE TRIGGER erased_episodes_once BEFORE INSERT ON erased_episodes
WHEN EXISTS (SELECT 1 FROM erased_episodes WHERE episode = NEW.episode AND erasure = NEW.erasure)
BEGIN SELECT RAISE(ABORT, 'erased_episodes has this record already'); END;
CREATE INDEX episode_results_items ON episode_results(
    pool, reasons, unscored, item, result_group, aborted, success, lose, main_score);
CREATE INDEX episode_results_groups ON episode_results(
    result_group, reasons, unscored, aborted, lose, success);
CREATE INDEX episode_results_repetitions ON episode_results(episode) WHERE reasons & 128;
CREATE TRIGGER episode_results_added AFTER INSERT ON episode_results
BEGIN
    INSERT INTO result_counts VALUES (NEW.result_group, NEW.reasons, NEW.unscored, 1,
        NEW.aborted IS 1, NEW.aborted IS NOT 1 AND NEW.lose IS 1,
        NEW.aborted IS NOT 1 AND NEW.lose IS NOT 1
            AND coalesce(NEW.aborted, NEW.lose, NEW.success) IS NOT NULL)
    ON CONFLICT DO UPDATE SET episodes = episodes + 1, aborted = aborted + excluded.aborted,
        lose = lose + excluded.lose, success = success + excluded.success;
END;
CREATE TRIGGER episode_results_changed
AFTER UPDATE OF result_group, reasons, unscored, aborted, success, lose ON episode_results
BEGIN
    UPDATE result_counts SET episodes = episodes - 1, aborted = aborted - (OLD.aborted IS 1),
        lose = lose - (OLD.aborted IS NOT 1 AND OLD.lose IS 1),
        success = success - (OLD.aborted IS NOT 1 AND OLD.lose IS NOT 1
            AND coalesce(OLD.aborted, OLD.lose, OLD.success) IS NOT NULL)
    WHERE result_group = OLD.result_group AND reasons = OLD.reasons AND unscored = OLD.unscored;
    INSERT INTO result_counts VALUES (NEW.result_group, NEW.reasons, NEW.unscored, 1,
        NEW.aborted IS 1, NEW.aborted IS NOT 1 AND NEW.lose IS 1,
        NEW.aborted IS NOT 1 AND NEW.lose IS NOT 1
            AND coalesce(NEW.aborted, NEW.lose, NEW.success) IS NOT NULL)
    ON CONFLICT DO UPDATE SET episodes = episodes + 1, aborted = aborted + excluded.aborted,
        lose = lose + excluded.lose, success = success + excluded.success;
END;
CREATE TRIGGER episode_results_removed AFTER DELETE ON episode_results
BEGIN
    UPDATE result_counts SET episodes = episodes - 1, aborted = aborted - (OLD.aborted IS 1),
        lose = lose - (OLD.aborted IS NOT 1 AND OLD.lose IS 1),
        success = success - (OLD.aborted IS NOT 1 AND OLD.lose IS NOT 1
            AND coalesce(OLD.aborted, OLD.lose, OLD.success) IS NOT NULL)
    WHERE result_group = OLD.result_group AND reasons = OLD.reasons AND unscored = OLD.unscored;
END;
CREATE TRIGGER episodes_counted_insert AFTER INSERT ON episodes
WHEN NOT EXISTS (SELECT 1 FROM results_pending WHERE episode = NEW.id)
BEGIN INSERT INTO results_pending VALUES (NEW.id); END;
CREATE TRIGGER episodes_counted_update AFTER UPDATE ON episodes
WHEN NOT EXISTS (SELECT 1 FROM results_pending WHERE episode = NEW.id)
BEGIN INSERT INTO results_pending VALUES (NEW.id); END;
CREATE TRIGGER episodes_counted_delete AFTER DELETE ON episodes
WHEN NOT EXISTS (SELECT 1 FROM results_pending WHERE episode = OLD.id)
BEGIN INSERT INTO results_pending VALUES (OLD.id); END;
CREATE TRIGGER seat_assignments_counted_insert AFTER INSERT ON seat_assignments
WHEN NOT EXISTS (SELECT 1 FROM results_pending WHERE episode = NEW.episode)
BEGIN INSERT INTO results_pending VALUES (NEW.episode); END;
CREATE TRIGGER seat_assignments_counted_update AFTER UPDATE ON seat_assignments
WHEN NOT EXISTS (SELECT 1 FROM results_pending WHERE episode = NEW.episode)
BEGIN INSERT INTO results_pending VALUES (NEW.episode); END;
CREATE TRIGGER seat_assignments_counted_delete AFTER DELETE ON seat_assignments
WHEN NOT EXISTS (SELECT 1 FROM results_pending WHERE episode = OLD.episode)
BEGIN INSERT INTO results_pending VALUES (OLD.episode); END;
CREATE TRIGGER episode_ends_counted_insert AFTER INSERT ON episode_ends
WHEN NOT EXISTS (SELECT 1 FROM results_pending WHERE episode = NEW.episode)
BEGIN INSERT INTO results_pending VALUES (NEW.episode); END;
CREATE TRIGGER episode_ends_counted_update AFTER UPDATE ON episode_ends
WHEN NOT EXISTS (SELECT 1 FROM results_pending WHERE episode = NEW.episode)
BEGIN INSERT INTO results_pending VALUES (NEW.episode); END;
CREATE TRIGGER episode_ends_counted_delete AFTER DELETE ON episode_ends
WHEN NOT EXISTS (SELECT 1 FROM results_pending WHERE episode = OLD.episode)
BEGIN INSERT INTO results_pending VALUES (OLD.episode); END;
CREATE TRIGGER tags_counted_insert AFTER INSERT ON tags
WHEN NOT EXISTS (SELECT 1 FROM results_pending WHERE episode = NEW.episode)
BEGIN INSERT INTO results_pending VALUES (NEW.episode); END;
CREATE TRIGGER tags_counted_update AFTER UPDATE ON tags
WHEN NOT EXISTS (SELECT 1 FROM results_pending WHERE episode = NEW.episode)
BEGIN INSERT INTO results_pending VALUES (NEW.episode); END;
CREATE TRIGGER tags_counted_delete AFTER DELETE ON tags
WHEN NOT EXISTS (SELECT 1 FROM results_pending WHERE episode = OLD.episode)
BEGIN INSERT INTO results_pending VALUES (OLD.episode); END;
CREATE TRIGGER erased_episodes_counted_insert AFTER INSERT ON erased_episodes
WHEN NOT EXISTS (SELECT 1 FROM results_pending WHERE episode = NEW.episode)
BEGIN INSERT INTO results_pending VALUES (NEW.episode); END;
CREATE TRIGGER erased_episodes_counted_update AFTER UPDATE ON erased_episodes
WHEN NOT EXISTS (SELECT 1 FROM results_pending WHERE episode = NEW.episode)
BEGIN INSERT INTO results_pending VALUES (NEW.episode); END;
CREATE TRIGGER erased_episodes_counted_delete AFTER DELETE ON erased_episodes
WHEN NOT EXISTS (SELECT 1 FROM results_pending WHERE episode = OLD.episode)
BEGIN INSERT INTO results_pending VALUES (OLD.episode); END;
CREATE TRIGGER scores_counted_insert AFTER INSERT ON scores
WHEN NOT EXISTS (SELECT 1 FROM results_pending WHERE episode = NEW.episode)
BEGIN INSERT INTO results_pending VALUES (NEW.episode); END;
CREATE TRIGGER scores_counted_update AFTER UPDATE ON scores
WHEN NOT EXISTS (SELECT 1 FROM results_pending WHERE episode = NEW.episode)
BEGIN INSERT INTO results_pending VALUES (NEW.episode); END;
CREATE TRIGGER scores_counted_delete AFTER DELETE ON scores
WHEN NOT EXISTS (SELECT 1 FROM results_pending WHERE episode = OLD.episode)
BEGIN INSERT INTO results_pending VALUES (OLD.episode); END;
CREATE TRIGGER episode_line_ups_counted_insert AFTER INSERT ON episode_line_ups
WHEN NOT EXISTS (SELECT 1 FROM results_pending WHERE episode = NEW.episode)
BEGIN INSERT INTO results_pending VALUES (NEW.episode); END;
CREATE TRIGGER episode_line_ups_counted_update AFTER UPDATE ON episode_line_ups
WHEN NOT EXISTS (SELECT 1 FROM results_pending WHERE episode = NEW.episode)
BEGIN INSERT INTO results_pending VALUES (NEW.episode); END;
CREATE TRIGGER episode_line_ups_counted_delete AFTER DELETE ON episode_line_ups
WHEN NOT EXISTS (SELECT 1 FROM results_pending WHERE episode = OLD.episode)
BEGIN INSERT INTO results_pending VALUES (OLD.episode); END;
CREATE TRIGGER exposure_keys_counted AFTER UPDATE OF key ON exposure_keys
WHEN NEW.key <> OLD.key
BEGIN
    INSERT INTO results_pending
    SELECT e.id FROM exposure_keys k JOIN episodes e ON e.instance_hash = k.instance_hash
    JOIN episode_line_ups l ON l.episode = e.id
    WHERE l.people AND k.key IN (OLD.key, NEW.key)
        AND e.id NOT IN (SELECT episode FROM results_pending);
END;
CREATE VIEW sample AS
SELECT
    episode, family, game, game_version, experiment, game_id, task_key, exposure_key,
    instance_hash, instance_origin, instance_source, texts_hash, language, interface, condition,
    created_at, people, line_up, state, repetition, reasons,
    CASE reasons & -reasons
        WHEN 0 THEN NULL WHEN 1 THEN 'erased' WHEN 2 THEN 'practice' WHEN 4 THEN 'excluded'
        WHEN 8 THEN 'continued' WHEN 16 THEN 'not finished' WHEN 32 THEN 'abandoned'
        WHEN 64 THEN 'void' ELSE 'repetition' END AS left_out
FROM (
    SELECT *,
        erased * 1 + practice * 2 + excluded * 4 + continued * 8 + (state = 'running') * 16
            + (state = 'abandoned') * 32 + (state = 'void') * 64 + repetition * 128 AS reasons
    FROM (
        SELECT
            e.id AS episode, e.family, e.game, e.game_version, e.experiment, e.game_id, e.task_key,
            coalesce(k.key, e.task_key) AS exposure_key, e.instance_hash, e.instance_origin,
            e.instance_source, e.texts_hash, e.language, e.interface, e.condition, e.practice,
            e.created_at, l.people, l.line_up,
            coalesce((SELECT n.state FROM episode_ends n WHERE n.episode = e.id), 'running')
                AS state,
            EXISTS (SELECT 1 FROM erased_episodes x WHERE x.episode = e.id) AS erased,
            EXISTS (SELECT 1 FROM current_tags t WHERE t.episode = e.id
                AND t.key = 'excluded' AND substr(t.value, 1, 6) <> 'study:') AS excluded,
            EXISTS (SELECT 1 FROM contents c WHERE c.hash = e.condition
                AND iif(json_valid(c.body), json_extract(c.body, '$.continued_from'), NULL)
                    IS NOT NULL) AS continued,
            coalesce(l.people, 1) AND e.time_known AND EXISTS (SELECT 1
                FROM seat_assignments a
                JOIN exposure_keys same ON same.key = k.key
                JOIN exposures x ON x.person = a.person AND x.instance_hash = same.instance_hash
                WHERE a.episode = e.id AND x.episode IS NOT e.id
                    AND x.at < coalesce((SELECT max(t.at) FROM entries t
                        WHERE t.episode = e.id AND t.seat = a.seat AND t.kind = 'response'),
                    e.created_at)
                    AND NOT EXISTS (SELECT 1 FROM episodes o
                        WHERE o.id = x.episode AND o.time_known = 0)) AS repetition
        FROM episodes e
        LEFT JOIN exposure_keys k ON k.instance_hash = e.instance_hash
        LEFT JOIN episode_line_ups l ON l.episode = e.id
    )
);
CREATE INDEX exposures_person ON exposures(person, task_key);
CREATE TRIGGER exposures_update BEFORE UPDATE ON exposures WHEN NOT EXISTS (SELECT 1 FROM erasures
        WHERE erasures.person = OLD.person AND erasures.closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'exposures is evidence and append-only'); END;
CREATE TRIGGER exposures_delete BEFORE DELETE ON exposures WHEN NOT EXISTS (SELECT 1 FROM erasures
        WHERE erasures.person = OLD.person AND erasures.closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'exposures is evidence and append-only'); END;
CREATE TRIGGER exposures_once BEFORE INSERT ON exposures
WHEN EXISTS (SELECT 1 FROM exposures WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'exposures has this record already'); END;
CREATE INDEX exposures_instance ON exposures(person, instance_hash, at);
CREATE TRIGGER exposures_exposure_key AFTER INSERT ON exposures
WHEN NOT EXISTS (SELECT 1 FROM exposure_keys WHERE instance_hash = NEW.instance_hash)
BEGIN INSERT INTO exposure_keys VALUES (NEW.instance_hash, NEW.task_key, NULL); END;
CREATE TRIGGER exposures_forgotten BEFORE INSERT ON exposures
WHEN EXISTS (SELECT 1 FROM erasures WHERE person = NEW.person)
    AND NOT EXISTS (SELECT 1 FROM erasures WHERE person = NEW.person AND closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'the person was forgotten'); END;
CREATE TRIGGER exposures_counted_insert AFTER INSERT ON exposures
BEGIN
    INSERT INTO results_pending
    SELECT DISTINCT a.episode FROM seat_assignments a CROSS JOIN episodes e ON e.id = a.episode
    LEFT JOIN exposure_keys k ON k.instance_hash = e.instance_hash
    WHERE a.person = NEW.person
        AND coalesce(k.key, e.task_key) = coalesce((SELECT met.key FROM exposure_keys met
            WHERE met.instance_hash = NEW.instance_hash), NEW.task_key)
        AND a.episode NOT IN (SELECT episode FROM results_pending);
END;
CREATE TRIGGER exposures_counted_update AFTER UPDATE ON exposures
BEGIN
    INSERT INTO results_pending
    SELECT DISTINCT a.episode FROM seat_assignments a CROSS JOIN episodes e ON e.id = a.episode
    LEFT JOIN exposure_keys k ON k.instance_hash = e.instance_hash
    WHERE a.person = NEW.person
        AND coalesce(k.key, e.task_key) = coalesce((SELECT met.key FROM exposure_keys met
            WHERE met.instance_hash = NEW.instance_hash), NEW.task_key)
        AND a.episode NOT IN (SELECT episode FROM results_pending);
END;
CREATE TRIGGER exposures_counted_delete AFTER DELETE ON exposures
BEGIN
    INSERT INTO results_pending
    SELECT DISTINCT a.episode FROM seat_assignments a CROSS JOIN episodes e ON e.id = a.episode
    LEFT JOIN exposure_keys k ON k.instance_hash = e.instance_hash
    WHERE a.person = OLD.person
        AND coalesce(k.key, e.task_key) = coalesce((SELECT met.key FROM exposure_keys met
            WHERE met.instance_hash = OLD.instance_hash), OLD.task_key)
        AND a.episode NOT IN (SELECT episode FROM results_pending);
END;
CREATE VIEW human_episodes AS
SELECT
    e.id AS episode,
    a.person, p.pseudonym, e.session,
    a.seat, a.role,
    (SELECT group_concat(label, ', ') FROM (
        SELECT o.kind || ':' || o.player AS label FROM seat_assignments o
        WHERE o.episode = e.id AND o.seat <> a.seat ORDER BY o.position)) AS partners,
    (SELECT key FROM line_ups WHERE id = m.line_up) AS line_up,
    e.family, e.game, e.game_version, e.experiment, e.game_id, e.task_key, m.exposure_key,
    e.instance_hash, e.instance_origin, e.instance_source,
    e.language,
    coalesce(json_extract(c.body, '$.interface_language'),
        json_extract(c.body, '$."$readable".interface_language')) AS interface_language,
    e.interface,
    coalesce(json_extract(c.body, '$.aids'), json_extract(c.body, '$."$readable".aids')) AS aids,
    e.condition, e.practice, e.created_at, e.time_known,
    m.state,
    m.left_out,
    m.left_out IS 'erased' AS erased,
    CASE WHEN EXISTS (SELECT 1 FROM erasures z WHERE z.person = a.person) OR NOT e.time_known
        THEN NULL
        ELSE NOT EXISTS (SELECT 1 FROM exposure_keys same
            JOIN exposures x ON x.person = a.person AND x.instance_hash = same.instance_hash
            WHERE same.key = m.exposure_key AND x.episode IS NOT e.id
                    AND x.at < coalesce((SELECT max(t.at) FROM entries t
                        WHERE t.episode = e.id AND t.seat = a.seat AND t.kind = 'response'),
                    e.created_at)
                AND NOT EXISTS (SELECT 1 FROM episodes o
                    WHERE o.id = x.episode AND o.time_known = 0)) END AS first_exposure,
    (SELECT json_group_array(tag) FROM (
        SELECT t.key || '=' || t.value AS tag FROM current_tags t
        WHERE t.episode = e.id AND t.key <> 'excluded' ORDER BY t.key, t.value)) AS tags,
    (SELECT group_concat(reason, '; ') FROM (
        SELECT t.value || iif(t.reason = '', '', ': ' || t.reason) AS reason FROM current_tags t
        WHERE t.episode = e.id AND t.key = 'excluded' ORDER BY t.value, t.reason)) AS exclusion,
    (SELECT count(*) FROM entries t
     WHERE t.episode = e.id AND t.seat = a.seat AND t.kind = 'response') AS responses,
    (SELECT sum(t.submitted_ms) FROM entries t WHERE t.episode = e.id AND t.seat = a.seat)
        AS answering_ms,
    (SELECT sum((SELECT total(max(0, min(end_ms, t.submitted_ms) - max(start_ms, reached)))
        FROM (SELECT start_ms, end_ms, coalesce(max(end_ms) OVER (ORDER BY start_ms
                ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS reached
            FROM (SELECT json_extract(w.value, '$.start_ms') AS start_ms,
                    json_extract(w.value, '$.end_ms') AS end_ms
                FROM json_each(t.pauses) w))))
     FROM entries t WHERE t.episode = e.id AND t.seat = a.seat AND t.submitted_ms IS NOT NULL)
        AS paused_ms,
    (SELECT sum(t.away_ms) FROM entries t WHERE t.episode = e.id AND t.seat = a.seat) AS away_ms,
    s.scorer, s.aborted, s.success, s.lose,
    CASE WHEN s.aborted = 1 THEN 'aborted' WHEN s.lose = 1 THEN 'lose'
         WHEN coalesce(s.aborted, s.lose, s.success) IS NOT NULL THEN 'success' END AS outcome,
    s.main_score,
    CASE WHEN s.aborted = 1 THEN 0.0 ELSE s.main_score END AS joint_score
FROM seat_assignments a
JOIN episodes e ON e.id = a.episode
JOIN sample m ON m.episode = e.id
JOIN people p ON p.id = a.person
JOIN contents c ON c.hash = e.condition
LEFT JOIN scores s ON s.episode = e.id AND s.scorer = e.game || ':' || e.game_version
WHERE a.kind = 'human';
CREATE VIEW human_baseline AS
SELECT * FROM human_episodes
WHERE left_out IS NULL AND scorer IS NOT NULL AND abs(coalesce(main_score, 0)) <= 1e12
    AND coalesce(aborted IN (0, 1), 1) AND coalesce(success IN (0, 1), 1)
    AND coalesce(lose IN (0, 1), 1);
CREATE TRIGGER result_counts_added AFTER INSERT ON result_counts
BEGIN
    INSERT INTO series_counts
    SELECT series, NEW.reasons, NEW.unscored, NEW.episodes, NEW.aborted, NEW.lose, NEW.success
    FROM result_groups WHERE id = NEW.result_group
    ON CONFLICT DO UPDATE SET episodes = episodes + excluded.episodes,
        aborted = aborted + excluded.aborted, lose = lose + excluded.lose,
        success = success + excluded.success;
END;
CREATE TRIGGER result_counts_changed AFTER UPDATE ON result_counts
BEGIN
    UPDATE series_counts SET episodes = episodes + NEW.episodes - OLD.episodes,
        aborted = aborted + NEW.aborted - OLD.aborted, lose = lose + NEW.lose - OLD.lose,
        success = success + NEW.success - OLD.success
    WHERE series = (SELECT series FROM result_groups WHERE id = NEW.result_group)
        AND reasons = NEW.reasons AND unscored = NEW.unscored;
END;
CREATE TRIGGER result_counts_removed AFTER DELETE ON result_counts
BEGIN
    UPDATE series_counts SET episodes = episodes - OLD.episodes,
        aborted = aborted - OLD.aborted, lose = lose - OLD.lose, success = success - OLD.success
    WHERE series = (SELECT series FROM result_groups WHERE id = OLD.result_group)
        AND reasons = OLD.reasons AND unscored = OLD.unscored;
END;
CREATE TRIGGER result_items_added AFTER INSERT ON result_items WHEN NEW.item = 0
BEGIN
    INSERT INTO series_items
    SELECT series, NEW.reasons, NEW.episodes, NEW.decided, NEW.aborted, NEW.success, NEW.lose,
        NEW.scored, NEW.main, NEW.joint, NEW.jointly, NEW.items
    FROM result_groups WHERE id = NEW.result_group
    ON CONFLICT DO UPDATE SET items = items + excluded.items;
END;
CREATE TRIGGER result_items_changed AFTER UPDATE OF items ON result_items WHEN NEW.item = 0
BEGIN
    UPDATE series_items SET items = items + NEW.items - OLD.items
    WHERE series = (SELECT series FROM result_groups WHERE id = NEW.result_group)
        AND (reasons, episodes, decided, aborted, success, lose, scored, main, joint, jointly)
            = (NEW.reasons, NEW.episodes, NEW.decided, NEW.aborted, NEW.success, NEW.lose,
            NEW.scored, NEW.main, NEW.joint, NEW.jointly);
END;
CREATE TRIGGER result_items_removed AFTER DELETE ON result_items WHEN OLD.item = 0
BEGIN
    UPDATE series_items SET items = items - OLD.items
    WHERE series = (SELECT series FROM result_groups WHERE id = OLD.result_group)
        AND (reasons, episodes, decided, aborted, success, lose, scored, main, joint, jointly)
            = (OLD.reasons, OLD.episodes, OLD.decided, OLD.aborted, OLD.success, OLD.lose,
            OLD.scored, OLD.main, OLD.joint, OLD.jointly);
END;
CREATE INDEX deviations_study ON deviations(study, kind, subject);
CREATE INDEX screenings_study ON screenings(study);
CREATE INDEX enrolments_study ON enrolments(study, number);
CREATE INDEX enrolments_person ON enrolments(person);
CREATE INDEX study_episodes_assignment ON study_episodes(enrolment, position, episode);
CREATE INDEX answers_enrolment ON answers(enrolment);
CREATE INDEX answers_session ON answers(session);
CREATE TRIGGER studies_update BEFORE UPDATE ON studies WHEN NOT (OLD.closed_at IS NULL AND NEW.closed_at IS NOT NULL AND NEW.id IS OLD.id AND NEW.manifest IS OLD.manifest AND NEW.frozen_at IS OLD.frozen_at)
BEGIN SELECT RAISE(ABORT, 'studies is evidence and append-only'); END;
CREATE TRIGGER studies_delete BEFORE DELETE ON studies WHEN NOT 0
BEGIN SELECT RAISE(ABORT, 'studies is evidence and append-only'); END;
CREATE TRIGGER studies_once BEFORE INSERT ON studies
WHEN EXISTS (SELECT 1 FROM studies WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'studies has this record already'); END;
CREATE TRIGGER deviations_update BEFORE UPDATE ON deviations WHEN NOT 0
BEGIN SELECT RAISE(ABORT, 'deviations is evidence and append-only'); END;
CREATE TRIGGER deviations_delete BEFORE DELETE ON deviations WHEN NOT 0
BEGIN SELECT RAISE(ABORT, 'deviations is evidence and append-only'); END;
CREATE TRIGGER deviations_once BEFORE INSERT ON deviations
WHEN EXISTS (SELECT 1 FROM deviations WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'deviations has this record already'); END;
CREATE TRIGGER screenings_update BEFORE UPDATE ON screenings WHEN NOT 0
BEGIN SELECT RAISE(ABORT, 'screenings is evidence and append-only'); END;
CREATE TRIGGER screenings_delete BEFORE DELETE ON screenings WHEN NOT 0
BEGIN SELECT RAISE(ABORT, 'screenings is evidence and append-only'); END;
CREATE TRIGGER screenings_once BEFORE INSERT ON screenings
WHEN EXISTS (SELECT 1 FROM screenings WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'screenings has this record already'); END;
CREATE TRIGGER enrolments_update BEFORE UPDATE ON enrolments WHEN NOT 0
BEGIN SELECT RAISE(ABORT, 'enrolments is evidence and append-only'); END;
CREATE TRIGGER enrolments_delete BEFORE DELETE ON enrolments WHEN NOT 0
BEGIN SELECT RAISE(ABORT, 'enrolments is evidence and append-only'); END;
CREATE TRIGGER enrolments_once BEFORE INSERT ON enrolments
WHEN EXISTS (SELECT 1 FROM enrolments WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'enrolments has this record already'); END;
CREATE TRIGGER enrolments_forgotten BEFORE INSERT ON enrolments
WHEN EXISTS (SELECT 1 FROM erasures WHERE person = NEW.person)
    AND NOT EXISTS (SELECT 1 FROM erasures WHERE person = NEW.person AND closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'the person was forgotten'); END;
CREATE TRIGGER assignments_update BEFORE UPDATE ON assignments WHEN NOT 0
BEGIN SELECT RAISE(ABORT, 'assignments is evidence and append-only'); END;
CREATE TRIGGER assignments_delete BEFORE DELETE ON assignments WHEN NOT 0
BEGIN SELECT RAISE(ABORT, 'assignments is evidence and append-only'); END;
CREATE TRIGGER assignments_once BEFORE INSERT ON assignments
WHEN EXISTS (SELECT 1 FROM assignments WHERE enrolment = NEW.enrolment AND position = NEW.position OR run = NEW.run AND item = NEW.item)
BEGIN SELECT RAISE(ABORT, 'assignments has this record already'); END;
CREATE TRIGGER study_episodes_update BEFORE UPDATE ON study_episodes WHEN NOT 0
BEGIN SELECT RAISE(ABORT, 'study_episodes is evidence and append-only'); END;
CREATE TRIGGER study_episodes_delete BEFORE DELETE ON study_episodes WHEN NOT 0
BEGIN SELECT RAISE(ABORT, 'study_episodes is evidence and append-only'); END;
CREATE TRIGGER study_episodes_once BEFORE INSERT ON study_episodes
WHEN EXISTS (SELECT 1 FROM study_episodes WHERE episode = NEW.episode)
BEGIN SELECT RAISE(ABORT, 'study_episodes has this record already'); END;
CREATE TRIGGER answers_update BEFORE UPDATE ON answers WHEN NOT (EXISTS (SELECT 1 FROM erasures
        WHERE erasures.person = (SELECT person FROM enrolments WHERE id = OLD.enrolment) AND erasures.closed_at IS NULL) OR EXISTS (SELECT 1 FROM erasures
        WHERE erasures.session = OLD.session AND erasures.closed_at IS NULL))
BEGIN SELECT RAISE(ABORT, 'answers is evidence and append-only'); END;
CREATE TRIGGER answers_delete BEFORE DELETE ON answers WHEN NOT (EXISTS (SELECT 1 FROM erasures
        WHERE erasures.person = (SELECT person FROM enrolments WHERE id = OLD.enrolment) AND erasures.closed_at IS NULL) OR EXISTS (SELECT 1 FROM erasures
        WHERE erasures.session = OLD.session AND erasures.closed_at IS NULL))
BEGIN SELECT RAISE(ABORT, 'answers is evidence and append-only'); END;
CREATE TRIGGER answers_once BEFORE INSERT ON answers
WHEN EXISTS (SELECT 1 FROM answers WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'answers has this record already'); END;
CREATE TRIGGER answers_forgotten BEFORE INSERT ON answers
WHEN EXISTS (SELECT 1 FROM erasures WHERE person = (SELECT person FROM enrolments WHERE id = NEW.enrolment))
    AND NOT EXISTS (SELECT 1 FROM erasures WHERE person = (SELECT person FROM enrolments WHERE id = NEW.enrolment) AND closed_at IS NULL)
BEGIN SELECT RAISE(ABORT, 'the person was forgotten'); END;
CREATE VIEW study_results AS
SELECT
    n.study, p.enrolment, n.number, p.position, a.block, a.practice,
    m.game, a.seat, m.language, m.instance_hash,
    p.episode, m.created_at AS started_at, d.at AS ended_at, m.state,
    s.aborted, s.success, s.lose, s.main_score, m.reasons, m.left_out
FROM study_episodes p
JOIN assignments a ON a.enrolment = p.enrolment AND a.position = p.position
JOIN enrolments n ON n.id = p.enrolment
JOIN sample m ON m.episode = p.episode
LEFT JOIN episode_ends d ON d.episode = p.episode
LEFT JOIN scores s ON s.episode = p.episode AND s.scorer = m.game || ':' || m.game_version
    AND abs(coalesce(s.main_score, 0)) <= 1e12
    AND coalesce(s.aborted IN (0, 1), 1) AND coalesce(s.success IN (0, 1), 1)
    AND coalesce(s.lose IN (0, 1), 1);
COMMIT;
