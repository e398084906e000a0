/**
 * The script of a published page. A page is whole without it; with it a list can be narrowed and sorted, marks of a
 * plot tell what they are at once, and the check runs here. What is large is loaded when it is asked for.
 */
import './styles.css'
import './styles/site.css'
import { startLegends, startLinked } from './charts/linked.ts'
import { startTips } from './charts/tips.ts'
import { startContents } from './components/contents-place.ts'
import { offerCheck } from './site/offer-check.ts'
import { offerList } from './site/offer-list.ts'

for (const place of document.querySelectorAll<HTMLElement>('[data-check]')) offerCheck(place)
for (const place of document.querySelectorAll<HTMLElement>('[data-attempts]')) offerList(place)
startContents(document)
startLegends(document)
startLinked(document)
startTips(document)
