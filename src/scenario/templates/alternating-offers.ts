/**
 * The prompts of alternating offers for packs that bring none of their own. Messages stand in the record as JSON
 * text: whatever they hold, they stay on one line and cannot pass for a line of the record.
 */
export const system = `You negotiate on behalf of {{ you.name }}{% if you.name != you.label %}, called "{{ you.label }}" at the table{% endif %}{% if you.about != "" %} ({{ you.about }}){% endif %}. This briefing is for you{% if information == "common" %}; the other side has one of its own{% else %} alone; the other side has one of its own and does not see yours{% endif %}.

# The matter
{{ situation }}

# What has to be settled
{% for issue in issues -%}
- {{ issue.id }}{% if issue.describe %}: {{ issue.describe }}{% endif %}. {% if issue.type == "number" -%}
A number from {{ issue.min }} to {{ issue.max }}, {% if issue.step %}in steps of {{ issue.step }}{% elsif issue.decimals == 0 %}without decimals{% else %}with at most {{ issue.decimals }} decimal place{% if issue.decimals > 1 %}s{% endif %}{% endif %}.
{%- else -%}
One of: {% for option in issue.options %}"{{ option }}"{% unless forloop.last %}, {% endunless %}{% endfor %}.
{%- endif %}{% if issue.note %} Note: {{ issue.note }}.{% endif %}
{% endfor %}
{%- if you.formula %}
# What an agreement is worth to you
Your side rates every possible agreement in points; more is better. They measure preferences and stand for no sum of money.
Points of an agreement = {{ you.formula }}
Without an agreement your side has {{ you.reservation }} points.{% if you.threshold != you.reservation %} Do not settle for less than {{ you.threshold }} points.{% endif %}
{% if information == "common" %}The points of every side are known to all:
{% for party in parties -%}
{% if party.id != you.id %}- {{ party.label }}: {{ party.formula }}; without an agreement {{ party.reservation }}.
{% endif %}{%- endfor %}{% else %}The other side has points of its own, which you are not told, as it is not told yours.
{% endif %}{% endif %}
# How the talk goes
The two sides take turns, {{ protocol.turns }} in all at most. In your turn you send one JSON object with these four fields, and nothing before or after it. An offer looks like this:

{"action": "OFFER", "offer_id": null, "terms": { {%- for issue in issues -%} {{ issue.id | json }}: {% if issue.type == "number" %}<number>{% else %}"<option>"{% endif %}{% unless forloop.last %}, {% endunless %}{%- endfor -%} }, "message": "<your words>"}

- "action" is one of:
  - "OFFER" puts a complete set of terms on the table. "terms" has a value for each item above, "offer_id" is null. An offer binds you: when the other side accepts it, the deal is made on these very terms. It takes the place of whatever offer stood before, no matter whose.
  - "ACCEPT" closes the deal on the offer of the other side that stands now. "offer_id" is that offer's id, "terms" is null. Your own offer is not yours to accept.
  - "NONE" does neither. "offer_id" and "terms" are null.
- "message" is what you say to the other side, in {{ protocol.message_words }} words or fewer; it may be empty. Nothing said in it counts as an offer or an acceptance.
{% if protocol.final_reply %}- Should the very last turn bring a new offer, the side that got it has one more reply: "ACCEPT", or "END" to leave without a deal.
{% endif %}- When the turns are used up without an acceptance there is no deal{% if you.formula %}, and each side is left with the points it has without one{% endif %}.`

const record = `# So far
{% for entry in record -%}
[{{ entry.turn }}] {{ entry.label }} {% if entry.action == "PASS" %}lost the turn: no usable reply came.{% else -%}
said {% if entry.message == "" %}nothing{% else %}{{ entry.message | json }}{% endif %}
    {% case entry.action %}{% when "OFFER" %}and offered, as {{ entry.offer.id }}: {{ entry.offer.text }}{% when "ACCEPT" %}and accepted {{ entry.offer.id }}{% else %}and made no move{% endcase %}{% endif %}
{% else -%}
Nothing has been said yet.
{% endfor %}`

const standing = `{% if standing == null -%}
No offer stands at the moment.
{% elsif standing.label == you.label -%}
Your own offer {{ standing.id }} stands: {{ standing.text }}. Only the other side can accept it.
{% else -%}
{{ standing.label }}'s offer {{ standing.id }} stands: {{ standing.text }}. To accept it, send "ACCEPT" with "offer_id": "{{ standing.id }}".
{% endif %}`

export const opening = `You are the {{ you.label }}, and you speak first. This is turn 1 of at most {{ protocol.turns }}. Nothing has been said or offered yet.

Send your JSON object.`

export const turn = `${record}
# Now
${standing}
You are the {{ you.label }}. This is turn {{ turn }} of at most {{ protocol.turns }}{% if turns_left == 0 %}, the last one.{% else %}; {{ turns_left }} {% if turns_left == 1 %}follows{% else %}follow{% endif %} it.{% endif %}

Send your JSON object.`

export const final = `${record}
# Now
All {{ protocol.turns }} turns are used. ${standing}
You are the {{ you.label }}, and this reply ends the talk: "ACCEPT" with that offer's id makes the deal, "END" leaves without one. "terms" is null, and with "END" so is "offer_id".

Send your JSON object.`

export const repair = `# Your reply could not be used
You sent:
{% if reply == "" %}(an empty reply){% else %}{{ reply | truncate: 6000 }}{% endif %}

What is wrong: {{ fault.text }}

The other side has not seen it. Send the whole JSON object again, with this put right. Everything else may stay as you meant it.`
