-- When a session was put right, and how verified somebody was, is asked of one thing at a time.
CREATE INDEX rating_audit_by_subject ON rating_audit (what, about, at);
