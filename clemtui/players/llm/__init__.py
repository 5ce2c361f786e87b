"""Models through litellm. Nothing else imports litellm."""
