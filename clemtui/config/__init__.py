"""The user's settings: one TOML file, read once; errors are reported in one line.

```toml
database = "~/studies/pilot.db"
collections = ["~/my-games"]
language = "de"
theme = "nord"

[models.small]
model = "openai/smollm2"
api_base = "http://localhost:8000/v1"
max_tokens = 200
```

The file never contains API keys: they come from the environment. Only a file that the user names,
or the one in the platform's config folder, is read; never one that happens to be in the current
folder, because settings choose code to run (collections) and servers to send keys to.
"""

from __future__ import annotations

from clemtui.config.documentation import documentation
from clemtui.config.errors import ConfigError, InvalidChange, NoSettingsFile
from clemtui.config.models import resolve_model, with_server
from clemtui.config.reading import database_path, load_settings
from clemtui.config.settings import Bidi, Keys, Motion, Settings
from clemtui.config.tables import settings_tables
from clemtui.config.writing import Value, change_settings, setting_path, with_changes
