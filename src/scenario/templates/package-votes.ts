/** Prompts of package votes for packs that bring none of their own. The system prompt is the pack's to write. */
export const turn = `# So far
{% for entry in record -%}
[{{ entry.turn }}] {{ entry.label }}{% if entry.message != "" %} said {{ entry.message | json }};{% endif %} {{ entry.action }}{% if entry.offer %} {{ entry.offer.id }} ({{ entry.offer.text }}){% endif %}
{% else -%}
Nothing has been said yet.
{% endfor %}
# On the table
{% for offer in offers -%}
{{ offer.id }}, put forward by {{ offer.label }}: {{ offer.text }}
{% else -%}
No package.
{% endfor %}
You are {{ you.label }}, and it is your move in turn {{ turn }}; {{ turns_left }} come after it. Answer in the form that your briefing asks for.`

export const repair = `# Your reply could not be used
You sent:
{% if reply == "" %}(an empty reply){% else %}{{ reply | truncate: 6000 }}{% endif %}

What is wrong: {{ fault.text }}

Nobody else has seen it. Send your whole reply again, with this put right.`
