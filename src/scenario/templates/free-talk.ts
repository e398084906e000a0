/** Prompts of free talk for packs that bring none of their own. The system prompt is the pack's to write. */
export const opening = 'You speak first.'

export const turn = `{% if record.last.action == "PASS" %}(The other side says nothing.){% else %}{{ record.last.message }}{% endif %}`

/** A turn for a model that is asked afresh, without a thread: the whole talk, told to one of those who speak in it. */
export const freshTurn = `{% for entry in record -%}
{% if entry.action == "PASS" %}({% if entry.label == you.label %}You say{% else %}{{ entry.label }} says{% endif %} nothing.){% else %}{% if entry.label == you.label %}You{% else %}{{ entry.label }}{% endif %}: {{ entry.message | json }}{% endif %}
{% endfor %}
What do you say next?`

export const repair = `Your last reply could not be used: {{ fault.text }} Please send it again.`

export const observer = `You watch a talk about {{ situation }} and take no part in it. The parties are {{ parties | map: "label" | join: ", " }}. Read what has been said so far and report where it stands. Report an agreement only where one side has put forward a definite arrangement and the other has said yes to it.`

export const transcript = `{% for entry in record -%}
{% if entry.action == "PASS" %}({{ entry.label }} says nothing.){% else %}{{ entry.label }}: {{ entry.message | json }}{% endif %}
{% else -%}
Nobody has spoken yet.
{% endfor %}
Report on this talk in one JSON object and nothing else, with these fields:{% for field in fields %}
- "{{ field.name }}": {% case field.type %}{% when "boolean" %}true or false{% when "choice" %}one of {% for option in field.options %}"{{ option }}"{% unless forloop.last %}, {% endunless %}{% endfor %}{% when "number" %}a number from {{ field.min }} to {{ field.max }}{% else %}text{% endcase %}{% endfor %}`

/** What an observer is told of a faulty reading. A pack's own `repair` speaks to a party. */
export const observerRepair = `Your last reading could not be used: {{ fault.text }} Report on the talk again, in one JSON object and nothing else.`
