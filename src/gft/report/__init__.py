"""Reports: tables, figures and a page from results.jsonl, metrics.jsonl and config.json of runs; never from a model."""
