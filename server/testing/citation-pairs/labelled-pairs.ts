/**
 * Sentences with the words that they cite, each judged by a person. Everything is invented. A line says: what it is
 * (`right`, or what is wrong with it), `~` when it is said in other words, whose page it is, the sentence, the span.
 */
const LINES = `
right|Harbour Loaf|Harbour Loaf has baked bread in Whitby since 1987.|We have baked bread in Whitby since 1987.
right|Harbour Loaf|Harbour Loaf employs 14 people.|Harbour Loaf employs 14 people across two kitchens.
right|Harbour Loaf|I read that you mill your own flour.|We mill our own flour every morning.
right|Harbour Loaf|The shop opens at 7 every morning.|The shop opens at 7 every morning and closes at noon.
right|Harbour Loaf|Harbour Loaf does not use additives.|We do not use additives in our dough.
right|Harbour Loaf|Harbour Loaf delivers to 42 cafés along the coast.|Today we deliver to 42 cafés along the coast.
right|Nordwind Solar|Nordwind Solar installs solar panels on barns.|Nordwind Solar installs solar panels on barns and stables.
right|Nordwind Solar|Nordwind Solar was founded in 2009 by Anke Petersen.|Nordwind Solar was founded in 2009 by Anke Petersen.
right|Nordwind Solar|You have installed 1,200 systems.|We have installed 1,200 systems between Kiel and Flensburg.
right|Nordwind Solar|Nordwind Solar offers a guarantee of 25 years.|We offer a guarantee of 25 years on every module.
right|Nordwind Solar|Nordwind Solar has an office in Kiel.|Company: Nordwind Solar has an office in Kiel and a store in Husum.
right|Nordwind Solar|About 30% of the orders come from farms.|About 30% of our orders come from farms.
right|Pixel & Plough|Pixel & Plough builds websites for farms.|Pixel & Plough builds websites for farms, vineyards and markets.
right|Pixel & Plough|The studio has six employees.|Our studio has six employees and one dog.
right|Pixel & Plough|Pixel & Plough won the Green Web Award in 2022.|In 2022 we won the Green Web Award.
right|Pixel & Plough|I saw that you offer free audits for charities.|We offer free audits for charities.
right|Pixel & Plough|Pixel & Plough works without subcontractors.|We work without subcontractors.
right|Velo Atelier|Velo Atelier repairs bicycles of every make.|Velo Atelier repairs bicycles of every make, new and old.
right|Velo Atelier|Velo Atelier rents 80 bikes in summer.|In summer we rent 80 bikes to visitors.
right|Velo Atelier|Velo Atelier has two shops in Lyon.|Velo Atelier has two shops in Lyon.
right|Velo Atelier|Repairs take three days.|Repairs take three days on average.
right|Velo Atelier|The first shop opened in 1998.|Our first shop opened in 1998, the second in 2011.
right|Clearwater Dental|Clearwater Dental treats children and adults.|Clearwater Dental treats children and adults.
right|Clearwater Dental|Dr. Mara Lind leads the practice.|Dr. Mara Lind leads the practice together with her brother.
right|Clearwater Dental|Clearwater Dental is closed on Fridays.|The practice is closed on Fridays.
right|Clearwater Dental|You speak English, Polish and Turkish.|We speak English, Polish and Turkish.
right|Clearwater Dental|Clearwater Dental never sends reminders by letter.|We never send reminders by letter.
right|Tallow & Wick|Tallow & Wick makes candles of beeswax.|Tallow & Wick makes candles of beeswax in small batches.
right|Tallow & Wick|Tallow & Wick ships to 18 countries.|We ship to 18 countries.
right|Tallow & Wick|The workshop moved to Bath in 2016.|Our workshop moved to Bath in 2016.
right|Tallow & Wick|Tallow & Wick plans to open a shop in Bristol.|We plan to open a shop in Bristol.
right|Oakline Movers|Oakline Movers has a fleet of 22 vans.|Oakline Movers has a fleet of 22 vans.
right|Oakline Movers|Every van runs on electricity.|Every van of ours runs on electricity.
right~|Harbour Loaf|Harbour Loaf was established in 1987.|Harbour Loaf was founded in 1987.
right~|Harbour Loaf|Harbour Loaf has a team of fourteen.|Harbour Loaf is a team of 14.
right~|Harbour Loaf|The bakery supplies forty-two cafés.|Our bakery delivers to 42 cafés.
right~|Harbour Loaf|You don't put additives in the dough.|We do not put additives in our dough.
right~|Nordwind Solar|Nordwind Solar has more than 50 staff.|We employ over 50 people.
right~|Nordwind Solar|Nordwind Solar is headquartered in Kiel.|Our head office is in Kiel.
right~|Nordwind Solar|The German firm constructs solar parks.|We build solar parks in Germany.
right~|Pixel & Plough|Pixel & Plough received the Green Web Award in 2022.|The Green Web Award 2022 was won by Pixel & Plough.
right~|Pixel & Plough|Pixel & Plough creates sites for vineyards.|We build sites for vineyards.
right~|Pixel & Plough|Half a dozen people work at the studio.|Our studio has six employees.
right~|Velo Atelier|Velo Atelier fixes bicycles.|We repair bicycles of every make.
right~|Velo Atelier|Visitors can hire 80 bikes in summer.|In summer we rent 80 bikes to visitors.
right~|Clearwater Dental|Clearwater Dental looks after kids.|We treat children.
right~|Clearwater Dental|The practice is run by Mara Lind.|Dr. Mara Lind leads the practice.
right~|Tallow & Wick|Tallow & Wick produces handmade candles.|We make candles by hand.
right~|Tallow & Wick|In 2016 the workshop relocated to Bath.|Our workshop moved to Bath in 2016.
right~|Oakline Movers|Oakline Movers owns twenty-two vans.|Oakline Movers has 22 vans of its own.
number|Harbour Loaf|Harbour Loaf employs 40 people.|Harbour Loaf employs 14 people across two kitchens.
number|Harbour Loaf|Harbour Loaf delivers to 24 cafés along the coast.|Today we deliver to 42 cafés along the coast.
number|Nordwind Solar|You have installed 12,000 systems.|We have installed 1,200 systems between Kiel and Flensburg.
number|Nordwind Solar|Nordwind Solar offers a guarantee of 30 years.|We offer a guarantee of 25 years on every module.
number|Nordwind Solar|About 30 orders come from farms.|About 30% of our orders come from farms.
number|Velo Atelier|Velo Atelier has three shops in Lyon.|Velo Atelier has two shops in Lyon.
number|Velo Atelier|Velo Atelier has 12 shops and 3 vans.|Velo Atelier has 3 shops and 12 vans.
number|Tallow & Wick|Tallow & Wick ships to more than 18 countries.|We ship to 18 countries.
number|Oakline Movers|Oakline Movers has a fleet of 22 vans and 40 movers.|Oakline Movers has a fleet of 22 vans.
number~|Pixel & Plough|Sixteen people work at the studio.|Our studio has six employees.
number~|Oakline Movers|Oakline Movers owns thirty-two vans.|Oakline Movers has 22 vans of its own.
number~|Nordwind Solar|Nordwind Solar has fewer than 50 staff.|We employ over 50 people.
number~|Velo Atelier|Visitors can hire eighteen bikes in summer.|In summer we rent 80 bikes to visitors.
negation|Harbour Loaf|Harbour Loaf uses additives in its dough.|We do not use additives in our dough.
negation|Harbour Loaf|Harbour Loaf does not mill its own flour.|We mill our own flour every morning.
negation|Pixel & Plough|Pixel & Plough works with subcontractors.|We work without subcontractors.
negation|Clearwater Dental|Clearwater Dental is open on Fridays.|The practice is closed on Fridays.
negation|Clearwater Dental|Clearwater Dental sends reminders by letter.|We never send reminders by letter.
negation|Tallow & Wick|Tallow & Wick uses palm oil.|No palm oil is used at Tallow & Wick.
negation|Oakline Movers|Oakline Movers moves pianos.|Oakline Movers no longer moves pianos.
negation|Oakline Movers|Oakline Movers works on Sundays.|We neither work on Sundays nor on holidays.
negation|Velo Atelier|Velo Atelier does not repair bicycles of every make.|Velo Atelier repairs bicycles of every make.
negation~|Harbour Loaf|You put additives in the dough.|Our dough is made without additives.
negation~|Nordwind Solar|Nordwind Solar constructs solar parks.|We don't build solar parks.
negation~|Clearwater Dental|The practice accepts new patients.|We cannot take new patients.
negation~|Tallow & Wick|Tallow & Wick has opened a shop in Bristol.|We plan to open a shop in Bristol.
company|Harbour Loaf|Harbour Loaf employs 50 people.|Crumb & Co employs 50 people.
company|Harbour Loaf|Harbour Loaf won the Golden Crust in 2019.|The Golden Crust 2019 went to Crumb & Co.
company|Nordwind Solar|Nordwind Solar installs solar panels on schools.|Our partner Sonnenhof installs solar panels on schools.
company|Nordwind Solar|Nordwind Solar acquired Sonnenhof in 2020.|Sonnenhof acquired Nordwind Solar in 2020.
company|Pixel & Plough|Pixel & Plough built the website of Lowfield Farm.|Brightbyte built the website of Lowfield Farm.
company|Velo Atelier|Velo Atelier saves 30% of its costs.|Our customers save 30% of their costs.
company|Clearwater Dental|Dr. Mara Lind leads the practice.|Dr. Tomas Lind leads the practice.
company|Tallow & Wick|Tallow & Wick was bought by Hearthglow.|Hearthglow was bought by Tallow & Wick.
company~|Harbour Loaf|Harbour Loaf has a team of fifty.|At Crumb & Co, 50 people bake for you.
company~|Nordwind Solar|Nordwind Solar took over Sonnenhof.|Nordwind Solar was taken over by Sonnenhof.
company~|Pixel & Plough|Your studio created the site of Lowfield Farm.|The site of Lowfield Farm was built by Brightbyte.
company~|Oakline Movers|Oakline Movers owns 22 vans.|Swiftshift, our neighbour, has 22 vans of its own.
year|Harbour Loaf|Harbour Loaf has baked bread in Whitby since 1978.|We have baked bread in Whitby since 1987.
year|Nordwind Solar|Nordwind Solar was founded in 2019 by Anke Petersen.|Nordwind Solar was founded in 2009 by Anke Petersen.
year|Pixel & Plough|Pixel & Plough won the Green Web Award in 2023.|In 2022 we won the Green Web Award.
year|Velo Atelier|The first shop opened in 2011.|Our first shop opened in 1998.
year|Velo Atelier|Velo Atelier rented bikes until 2014.|Velo Atelier has rented bikes since 2014.
year|Tallow & Wick|The workshop moved to Bath in 2015.|Our workshop moved to Bath in 2016.
year|Clearwater Dental|Clearwater Dental opened in 2004.|Clearwater Dental opened two rooms for children and has treated families for years.
year|Oakline Movers|Oakline Movers began before 1990.|Oakline Movers began after 1990.
year~|Harbour Loaf|Harbour Loaf was established in 1986.|Harbour Loaf was founded in 1987.
year~|Tallow & Wick|In 2017 the workshop relocated to Bath.|Our workshop moved to Bath in 2016.
year~|Pixel & Plough|Pixel & Plough received the Green Web Award in 2020.|The Green Web Award 2022 was won by Pixel & Plough.
year~|Velo Atelier|The second store was launched in 1998.|Our first shop opened in 1998, the second in 2011.
`

export interface LabelledPair {
  isRight: boolean
  fault: string | null
  isParaphrased: boolean
  owner: string
  sentence: string
  span: string
}

/** Reads pairs, one a line. */
export const readPairs = (lines: string): LabelledPair[] =>
  lines
    .trim()
    .split('\n')
    .map((line) => {
      const [label = '', owner = '', sentence = '', span = ''] = line.split('|')
      const isRight = label.startsWith('right')
      return {
        isRight,
        fault: isRight ? null : label.replace('~', ''),
        isParaphrased: label.endsWith('~'),
        owner,
        sentence,
        span,
      }
    })

export const LABELLED_PAIRS: readonly LabelledPair[] = readPairs(LINES)
