import { type LabelledPair, readPairs } from './labelled-pairs.ts'

/** Sentences that a quick reader would take for what their clause says, and some that say it in other ways. */
export const MISLEADING_PAIRS: readonly LabelledPair[] = readPairs(`
right~|Acme|Acme bakes bread and rolls.|Acme bakes bread, rolls and cakes.
right~|Acme|Acme sells tea to hotels.|Acme sells tea and coffee to hotels.
right~|Acme|Acme offers free delivery.|We offer free delivery in Leeds.
right~|Acme|I noticed that Acme builds wooden houses.|Acme builds wooden houses.
right~|Acme|Acme has 20 to 30 employees.|Acme has 20 to 30 employees.
right~|Acme|Acme was founded by Ann Lee.|Ann Lee founded Acme.
right~|Acme|Acme exports to Japan.|Acme exports to Japan and Korea.
right~|Acme|Acme employs over 200 people.|Acme employs more than 200 people.
right~|Acme|Acme was opened in 1950.|Acme was opened in 1950 by the mayor.
right~|Acme|Acme imports coffee from Kenya.|Acme imports coffee from Kenya and sugar from Peru.
right~|Acme|Acme uses only organic milk.|We use only organic milk.
right~|Acme|Acme delivers to schools in Ghent.|Acme delivers to schools and hospitals in Ghent.
right~|Acme|Acme employs 12 nurses.|Acme employs 12 nurses and three doctors.
misleading|Acme|Acme employs 50 engineers.|Acme employs 50 people, 5 of them engineers.
misleading|Acme|Acme has offices in Berlin and Paris.|Acme has offices in Berlin. Its competitor Zeta has offices in Paris.
misleading|Acme|Acme was founded by Tom Ray.|Acme was founded by Anna Lee and later sold to Tom Ray.
misleading|Acme|Acme sells organic bread.|Acme sells bread. Organic flour is not used.
misleading|Acme|Acme sells to hospitals.|Acme buys from hospitals.
misleading|Acme|Acme is owned by Beta.|Acme owns Beta.
misleading|Acme|Acme owns Beta.|Acme is owned by Beta.
misleading|Acme|Acme won three awards in 2020.|Acme won an award in 2020 and was nominated for three in 2021.
misleading|Acme|Acme serves 300 customers in Spain.|Acme serves 300 customers, 20 of them in Spain.
misleading|Acme|Acme is certified by ISO.|Acme is not yet certified by ISO.
misleading|Acme|Acme is certified by ISO.|Acme is applying to be certified by ISO.
misleading|Acme|Anna Lee is the CEO of Acme.|Anna Lee was CEO of Acme until 2019.
misleading|Acme|Anna Lee is CEO.|Tom Ray is CEO. Anna Lee is CTO.
misleading|Acme|Acme ships worldwide.|Acme ships within Germany only.
misleading|Acme|Acme uses solar power for all sites.|Acme uses solar power for one of its sites.
misleading|Acme|Acme doubled its revenue.|Acme hopes to have doubled its revenue.
misleading|Acme|Acme has 5 million users.|Acme has 5 million reasons to thank its users.
misleading|Acme|Acme grew by 20%.|The market grew by 20%.
misleading|Acme|Acme is the market leader.|We follow the market leader.
misleading|Acme|Acme bakes without sugar.|We bake with sugar, without salt.
misleading|Acme|Acme has existed for 20 years.|Our oven is 20 years old.
misleading|Acme|Acme was founded in 1990.|Our building was erected in 1990; Acme was founded later.
misleading|Acme|Acme opened its first shop in Kiel in 2001.|Acme opened its first shop in 2001 in Bonn and in 2005 one in Kiel.
misleading|Acme|Acme closed its shop in Kiel.|Acme opened its shop in Kiel.
misleading|Acme|Acme is a subsidiary of Zeta.|Zeta is a subsidiary of Acme.
misleading|Acme|Acme supplies Zeta.|Zeta supplies Acme.
misleading|Acme|Acme exports to China.|Acme imports from China.
misleading|Acme|Acme has hired 40 people.|Acme has let 40 people go.
misleading|Acme|Acme reduces costs by 30%.|Acme increases costs by 30%.
misleading|Acme|Acme beat Zeta.|Zeta beat Acme.
misleading|Acme|Acme has 12 employees.|Acme had 12 employees in 2010.
misleading|Acme|Tom Ray was CEO of Acme.|Tom Ray is CEO of Acme.
misleading|Acme|Acme is the market leader in Spain.|Acme is the market leader in Portugal and active in Spain.
misleading|Acme|Acme employs 40 people in Berlin.|Acme employs 40 people in Bonn and has an office in Berlin.
misleading|Acme|Acme makes bread for hospitals.|Acme makes bread for hotels and beds for hospitals.
misleading|Acme|Ann Lee is the daughter of the founder.|Ann Lee is the founder and has a daughter.
misleading|Acme|Acme supports 30 schools.|Acme is supported by 30 schools.
misleading|Acme|Acme is owned by its employees.|Acme is owned by its founders and treats its employees well.
misleading|Acme|Acme hires engineers.|Acme hires engineers only in Poland.
misleading|Acme|Acme was the first to use solar power.|Acme was among the first to use solar power.
misleading|Acme|The CEO of Acme is Ann Lee.|The CEO of Zeta is Ann Lee.
misleading|Acme|Acme heats 300 homes.|Acme heats 300 offices and homes of 20 employees.
misleading|Acme|Ida Roth chairs Acme.|Ida Roth is vice chair of Acme.
misleading|Acme|Acme sells to dentists in France.|Acme sells to dentists in Italy and to chemists in France.
misleading|Acme|Acme imports coffee from Peru.|Acme imports coffee from Kenya and sugar from Peru.
misleading|Acme|Acme is run by volunteers.|Acme is run by two managers and helped by volunteers.
misleading|Acme|Acme is the most visited museum in Ghent.|Acme is the most visited science museum in Ghent.
misleading|Acme|Acme moved in 2001.|Acme moved between 2001 and 2004.
misleading|Acme|Acme gave 100 pounds.|Acme gave 100 pounds per child.
misleading|Acme|Acme offers quick delivery.|Acme offers delivery.
misleading|Acme|Acme is a public company.|Acme is a company.
misleading|Acme|Tom Ray founded Acme.|Tom Ray advises Acme.
misleading|Acme|Acme runs stations.|Acme runs trains.
misleading|Acme|Acme raised 5 million.|Acme raised 5 million for a charity.
misleading|Acme|Acme offers free delivery.|Acme offers delivery and free coffee.
misleading|Acme|The workshop is free for everyone.|The workshop is open to everyone.
misleading|Acme|Acme has 200 employees.|Acme has 200 members.
`)
