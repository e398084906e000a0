/** The name of the script that observes instead of talking: apart from the scripts, for those who only tell of it. */
export const RULE_OBSERVER = 'rule-observer'
