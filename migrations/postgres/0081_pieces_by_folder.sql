-- PostgreSQL finds one and two letters in the folded names themselves. Which folders hand down what a guard says:
CREATE INDEX security_guarded_flow ON security_guarded (flow_guard_id);
