/** Prompts of free talk for packs that bring none of their own. The system prompt is the pack's to write. */
export const opening = 'You speak first.'

export const turn = '{{ record.last.message }}'

export const transcript = `{% for entry in record -%}
{{ entry.label }}: {{ entry.message }}
{% else -%}
Nobody has spoken yet.
{% endfor %}`

export const observer = `You watch a talk about {{ situation }} and take no part in it. The parties are {{ parties | map: "label" | join: ", " }}. Read what has been said so far and report where it stands. Report an agreement only where one side has put forward a definite arrangement and the other has said yes to it.`

export const repair = `Your last reply could not be used: {{ fault.text }} Please send it again.`
