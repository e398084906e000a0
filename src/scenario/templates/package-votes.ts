/**
 * The prompts of package votes for packs that bring none of their own. They say every rule that the scenario's
 * settings choose, list all score sheets where these are common knowledge and call private only what is. Messages
 * stand in the record as JSON text: whatever they hold, they stay on one line.
 */
const sheet = (whose: string): string => `{% for row in ${whose}.sheet -%}
- {{ row.issue }}: {% for cell in row.options %}{{ cell.option }} {{ cell.points }}{% unless forloop.last %}, {% endunless %}{% endfor %}
{% endfor -%}`

const table = `# Who is at the table
{% for party in parties -%}
- {{ party.label }}{% if party.name != party.label %}: {{ party.name }}{% endif %}{% if party.about != "" %}, {{ party.about }}{% endif %}{% if party.id == you.id %}. This is you{% endif %}{% if party.veto and protocol.vetoes_needed %}. Holds a veto: no deal passes that {% if party.id == you.id %}you do{% else %}{{ party.label }} does{% endif %} not support{% endif %}.
{% endfor %}`

const worth = `{% if you.sheet.size > 0 -%}
# What a deal is worth
Each party has a score sheet: points for every option. A deal is worth the sum over its options, and more is better. Points measure preferences and stand for no sum of money.
{% if information == "common" -%}
All score sheets are open to everybody:

{% for party in parties -%}
{{ party.label }}{% if party.id == you.id %} (you){% endif %}; with no deal {{ party.reservation }} points{% if party.threshold != party.reservation %}, and no deal below {{ party.threshold }} should suit it{% endif %}:
${sheet('party')}
{% endfor -%}
{% else -%}
Yours is below. The other parties have sheets of their own; nobody sees the sheet of another.

${sheet('you')}
{% endif -%}
With no deal, or once you have left the table, you have {{ you.reservation }} points. {% if protocol.agreement == "sheets" %}Your threshold is {{ you.threshold }} points{% else %}Support no package that gives you less than {{ you.threshold }}{% endif %}.
{% if protocol.unanimity_bonus -%}
A deal that every party supports when it is settled adds {{ protocol.unanimity_bonus.points }} points{% if protocol.unanimity_bonus.to %}, for these alone:{% for party in parties %}{% if protocol.unanimity_bonus.to contains party.id %} {{ party.label }}{% endif %}{% endfor %}{% else %} for each of them{% endif %}.
{% endif %}
{% endif -%}`

const order = `# How it goes
- Turns go round in the order {{ parties | map: "label" | join: ", " }}. There are {{ protocol.rounds }} rounds; {% if protocol.rotate_opener %}each begins one party further on than the round before{% else %}all begin with the same party{% endif %}. When they are over without a deal, there is none.
{% if protocol.opening_package -%}
- One package is on the table from the start, as P1.
{% endif -%}
{% if protocol.final_proposer -%}
- The last round is different: all packages fall, {% for party in parties %}{% if party.id == protocol.final_proposer %}{{ party.label }}{% endif %}{% endfor %} makes one last proposal, and that is the only one{% if protocol.agreement == "votes" %} to vote on{% endif %}.
{% endif %}`

/** Whose support counts, as the object of a sentence. */
const whom = `{% if protocol.counted_of == "at-table" or protocol.accept == "all" and protocol.counted_of != "initial" %}{% assign counted = "still at the table" %}{% else %}{% assign counted = "that sat down at first" %}{% endif -%}
{% if protocol.accept == "all" %}every party {{ counted }}{% else %}all parties {{ counted }}, or all but one of them{% endif %}`

const deal = `- {% if protocol.agreement == "sheets" -%}
Nobody votes. A package becomes the deal when it gives at least their threshold to ${whom}{% if protocol.vetoes_needed and vetoes.size > 0 %}, {{ vetoes | map: "label" | join: " and " }} included{% endif %}.
{% else -%}
A package becomes the deal with the support of ${whom}{% if protocol.vetoes_needed and vetoes.size > 0 %}, {{ vetoes | map: "label" | join: " and " }} included{% endif %}. Its proposer supports it from the start. Until a deal is settled anybody may vote anew on any live package, and the last vote counts.
{% endif -%}
- This is looked at {% if protocol.settle == "last-round" %}once, when the last round ends{% elsif protocol.settle == "round-end" or protocol.unanimity_bonus %}when a round ends, not before{% else %}after every move{% endif %}. Where several packages suffice, the one with the lowest number is the deal.
{% if protocol.new_offer_withdraws -%}
- Whoever makes a new proposal withdraws the one it made before; other packages stay.
{% else -%}
- Packages stay on the table, and several can be there at once.
{% endif -%}
{% if protocol.reject_kills -%}
- A package that anybody rejects is off the table.
{% endif -%}
{% if protocol.votes_seen == "own" -%}
- Nobody sees how another party votes.
{% endif -%}
- Who walks away leaves for good: {% if protocol.agreement == "sheets" %}its sheet no longer counts{% else %}its votes no longer count{% endif %}, its proposals stay. {% if vetoes.size > 0 and protocol.vetoes_needed %}When a party with a veto walks, there is no deal. {% endif %}With fewer than two parties left there is none either.
`

const form = `# Your reply
In your turn send one JSON object and nothing else. A proposal looks like this:

{ {%- if protocol.scratchpad %}"scratchpad": "<your notes>", {% endif %}{% if protocol.chat %}"message": "<your words>", {% endif %}"action": "propose", "deal": { {%- for issue in issues -%} {{ issue.id | json }}: "<option>"{% unless forloop.last %}, {% endunless %}{%- endfor -%} }}

- "action" is what you do:
  - "propose" with "deal" puts a package on the table: every issue, one of its options, named exactly as above. It gets the next number: P1, P2, and so on.
{% if protocol.agreement == "votes" %}  - "accept" with "offer_id" supports a package on the table, such as "offer_id": "P1".
  - "reject" with "offer_id" says no to one{% unless protocol.reject_kills %}, and takes back your support if you had given it{% endunless %}.
{% endif %}  - "walk" leaves the table for good.
  - "none" does nothing; so does leaving "action" out.
{%- if protocol.chat %}
- "message" is what you say to all parties, in {{ protocol.message_words }} words at most; you may leave it out. Words bind nobody: only actions count.
{%- else %}
- Nobody speaks at this table: there is no field for words to the others.
{%- endif %}{% if protocol.scratchpad %}
- "scratchpad" is for your own notes, which no other party is shown; you may leave it out.
{%- endif %}`

export const system = `You are {{ you.label }}, one of {{ parties.size }} parties who look for one agreement that settles everything.

# The matter
{{ situation }}

${table}
# What has to be settled
Each issue gets one of its options. Such a choice for all of them is a package.
{% for issue in issues -%}
- {{ issue.id }}{% if issue.describe %}, {{ issue.describe }}{% endif %}: {{ issue.options | join: ", " }}{% if issue.note %} (note: {{ issue.note }}){% endif %}
{% endfor %}
{%- assign vetoes = parties | where: "veto" %}
${worth}${order}${deal}
${form}`

const record = `# So far
{% for entry in record -%}
{% if entry.turn == 0 -%}
[start] {{ entry.label }}'s package {{ entry.offer.id }} is on the table: {{ entry.offer.text }}
{% elsif entry.action == "PASS" -%}
[{{ entry.turn }}] {{ entry.label }} lost the turn: no usable reply came
{% else -%}
[{{ entry.turn }}] {{ entry.label }} {% if entry.message != "" %}said {{ entry.message | json }} and {% endif %}{% case entry.action %}{% when "propose" %}proposed {{ entry.offer.id }}: {{ entry.offer.text }}{% when "accept" %}accepted {{ entry.offer.id }}{% when "reject" %}rejected {{ entry.offer.id }}{% when "VOTE" %}voted, how and on what is not shown{% when "walk" %}left the table for good{% else %}made no move{% endcase %}
{% endif -%}
{% else -%}
Nothing has happened yet.
{% endfor %}`

const offers = `# On the table now
{% for offer in offers -%}
{{ offer.id }}, proposed by {% if offer.label == you.label %}you{% else %}{{ offer.label }}{% endif %}: {{ offer.text }}{% if protocol.agreement == "votes" %}
{% assign yes = offer.votes | where: "vote", "accept" %}{% assign no = offer.votes | where: "vote", "reject" %}    {% if protocol.votes_seen == "own" %}{% if yes.size > 0 %}you accepted it last{% elsif no.size > 0 %}you rejected it last{% else %}you have not voted on it{% endif %}{% else %}supported by {% if yes.size > 0 %}{{ yes | map: "label" | join: ", " }}{% else %}nobody{% endif %}{% if no.size > 0 %}; rejected by {{ no | map: "label" | join: ", " }}{% endif %}{% endif %}{% endif %}
{% else -%}
No package.
{% endfor %}
{%- if walked.size > 0 %}
Gone for good: {{ walked | join: ", " }}
{% endif %}`

const place = `You are {{ you.label }}, and it is your turn: turn {{ turn }}, in round {{ round }} of {{ protocol.rounds }}. {% if turns_left == 0 %}It is the last one.{% elsif turns_left == 1 %}At most one turn follows it.{% else %}At most {{ turns_left }} turns follow it.{% endif %}`

export const turn = `${record}
${offers}
${place}

Send your JSON object.`

export const final = `${record}
${offers}
${place} This is the final round: {% if protocol.final_proposer == you.id %}the package that you propose now is the only one, and without it there is no deal. Send "propose" with it, "walk" or "none".{% else %}only the package above is left. Send "accept", "reject", "walk" or "none"; new proposals are not taken any more.{% endif %}

Send your JSON object.`

export const repair = `# Your reply could not be used
{% if fault.kind == "unreadable" %}It cannot be read. {% endif %}You sent:
{% if reply == "" %}(an empty reply){% else %}{{ reply | truncate: 6000 }}{% endif %}

What is wrong: {{ fault.text }}

Nobody else has seen it, and it counts for nothing. Send the whole JSON object again, with this put right.`
