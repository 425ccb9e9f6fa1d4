import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { pageText } from '../page-text.ts'
import { checkSentence } from './check-sentence.ts'

/** Real pages, where they are at hand: their texts are not ours to keep, so a pair names the place of its passage. */
const SITES = process.env.SAMPLE_SITES ?? '/work/shared/data/sites'
const isThere = existsSync(SITES)

/** Whether it is right, the owner of the page, the page, a few words of the passage, and the sentence. */
const PAIRS = `
right|2i2c|2i2c/html/mission|shared cloud infrastructure for|2i2c operates shared cloud infrastructure for research and education communities.
right|2i2c|2i2c/html/mission|serving many communities|By serving many communities, you identify common needs.
right|2i2c|2i2c/html/index|We’re a non-profit|2i2c is a non-profit.
right|2i2c|2i2c/html/membership|pools resources across|Your membership model pools resources across research and education communities.
right|2i2c|2i2c/html/membership|One infrastructure team|One infrastructure team manages hubs for all member communities.
right|2i2c|2i2c/html/founders|was founded by leaders|2i2c was founded by leaders in research and education.
right|2i2c|2i2c/html/founders|core contributors|You are core contributors to open source projects in the Jupyter community.
right|2i2c|2i2c/html/index|Our network connects|The network connects communities across disciplines.
right|2i2c|2i2c/html/right-to-replicate|gives communities the right|The Right to Replicate gives communities the right to replicate their infrastructure elsewhere.
right|Pangeo|2i2c/html/collaborators/pangeo|community platform for|Pangeo is a platform for geoscience.
right|FOSSASIA|fossasia/html/labs|runs internship and|FOSSASIA runs internship and coding programs for students.
right|FOSSASIA|fossasia/html/index|Science Hackathons in cooperation|You organize hackathons in cooperation with companies.
right|FOSSASIA|fossasia/html/labs|Science Hack Lab we|FOSSASIA develops hardware and software solutions for schools.
right|Ackersyndikat|ackersyndikat/html/en|over a million|Germany had over a million farms in 1971.
right|Ackersyndikat|ackersyndikat/html/en|syndicated legal model|The tactic builds a legal model for collective farm ownership.
wrong|2i2c|2i2c/html/mission|shared cloud infrastructure for|2i2c operates shared cloud infrastructure for banks.
wrong|2i2c|2i2c/html/index|We’re a non-profit|2i2c is a company for profit with shareholders.
wrong|2i2c|2i2c/html/membership|One infrastructure team|Two infrastructure teams manage hubs for all member communities.
wrong|2i2c|2i2c/html/founders|was founded by leaders|2i2c was founded in 2019 by leaders in research.
wrong|2i2c|2i2c/html/founders|core contributors|You are core contributors to large projects of Microsoft.
wrong|2i2c|2i2c/html/founders|directly support open source|2i2c did directly support open source communities.
wrong|2i2c|2i2c/html/right-to-replicate|does not force users|2i2c forces users to use only open-source tools.
wrong|2i2c|2i2c/html/collaborators/pangeo|community platform for|2i2c is a community platform for Big Data geoscience.
wrong|2i2c|2i2c/html/mission|can’t pool resources|The communities pool resources.
wrong|FOSSASIA|fossasia/html/labs|runs internship and|FOSSASIA runs internship programs for 500 students.
wrong|FOSSASIA|fossasia/html/labs|We are still|Open Hardware is at its end.
wrong|FOSSASIA|fossasia/html/index|takes place annualy|The FOSSASIA OpenTechSummit takes place monthly.
wrong|FOSSASIA|fossasia/html/index|Get your summit ticket|FOSSASIA developed eventbrite, an event management platform.
wrong|Ackersyndikat|ackersyndikat/html/en|over a million|Germany had over a million farms in 2012.
wrong|Ackersyndikat|ackersyndikat/html/en|can’t be speculated|The land can be speculated with.
`
  .trim()
  .split('\n')
  .map((line) => {
    const [label = '', owner = '', path = '', anchor = '', sentence = ''] = line.split('|')
    return { isRight: label === 'right', owner, path, anchor, sentence }
  })

function judge({ owner, path, anchor, sentence }: (typeof PAIRS)[number]) {
  const page = pageText(
    readFileSync(
      `${SITES}/${path === '2i2c/html/index' || path === 'fossasia/html/index' ? `${path}.html` : `${path}/index.html`}`,
      'utf8',
    ),
  )
  const passage = page.text.split(/\n|(?<=[.!?])\s+(?=\p{Lu})/u).find((one) => one.includes(anchor))
  if (!passage) throw new Error(`${path} does not say "${anchor}"`)
  const source = {
    id: 'page1',
    kind: 'page' as const,
    title: page.title,
    url: null,
    date: null,
    text: page.text,
  }
  const quote = passage.slice(0, 480)
  return checkSentence({ text: sentence, citations: [{ source: 'page1', quote }] }, [source], {
    lead: [owner],
    business: [],
  })
}

it('is thirty pairs, half of them wrong', () => {
  expect([PAIRS.length, PAIRS.filter(({ isRight }) => isRight).length]).toEqual([30, 15])
  if (!isThere) console.warn(`The sample sites are not at ${SITES}: their pairs were not judged`)
})

it.runIf(isThere)('accepts nothing that real pages do not say', () => {
  const accepted = PAIRS.filter((pair) => !pair.isRight && judge(pair).ok)
  expect(accepted.map(({ sentence }) => sentence)).toEqual([])
})

it.runIf(isThere)('accepts at least four of five sentences that they do say', () => {
  const right = PAIRS.filter(({ isRight }) => isRight)
  const refused = right.filter((pair) => !judge(pair).ok)
  const words = refused.map((pair) => `${JSON.stringify(judge(pair))} ${pair.sentence}`)
  expect(refused.length, words.join('\n')).toBeLessThanOrEqual(right.length * 0.2)
})
