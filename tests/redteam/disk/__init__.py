"""By what lies on the disk: folders that others may write to, watched ones, and replicas."""
