import { type LabelledPair, readPairs } from './labelled-pairs.ts'

/**
 * 100 pairs written before the rules that they test had run once: 25 sentences as the prompt asks for them, 25 that are
 * right in other words, 50 that are wrong. Everything is invented.
 */
export const FRESH_PAIRS: readonly LabelledPair[] = readPairs(`
right|Marlow Joinery|Marlow Joinery makes staircases of oak and ash.|We make staircases of oak and ash.
right|Marlow Joinery|You make staircases of oak and ash.|We make staircases of oak and ash.
right|Marlow Joinery|Marlow Joinery has fitted 860 kitchens since 1996.|We have fitted 860 kitchens since 1996.
right|Marlow Joinery|Since 1996 Marlow Joinery has fitted 860 kitchens.|Since 1996 we have fitted 860 kitchens.
right|Marlow Joinery|Marlow Joinery does not use veneer.|We do not use veneer.
right|Marlow Joinery|Every staircase leaves your workshop in one piece.|Every staircase leaves our workshop in one piece.
right|Marlow Joinery|Ruth Ames runs the workshop together with her son.|Ruth Ames runs the workshop together with her son.
right|Kitewind Hostel|Kitewind Hostel rents boards to guests and to locals.|We rent boards to guests and to locals.
right|Kitewind Hostel|I read on your website that you rent boards to guests and to locals.|We rent boards to guests and to locals.
right|Kitewind Hostel|Kitewind Hostel is 200 metres from the beach.|Kitewind Hostel is 200 metres from the beach.
right|Kitewind Hostel|A bed costs €31 a night in July.|A bed costs €31 a night in July.
right|Kitewind Hostel|Kitewind Hostel also teaches children from the age of 9.|We also teach children from the age of 9.
right|Kitewind Hostel|Your kitchen is open around the clock.|Our kitchen is open around the clock.
right|Kitewind Hostel|The website says: “No night here is like another.”|No night here is like another.
right|Orchard Data|Orchard Data carries out audits for hospitals in nine cantons.|We carry out audits for hospitals in nine cantons.
right|Orchard Data|Orchard Data was founded in Bern by two nurses.|Orchard Data was founded in Bern by two nurses.
right|Orchard Data|Orchard Data never stores names of patients.|We never store names of patients.
right|Orchard Data|Its servers stand in Thun and Sion.|Our servers stand in Thun and Sion.
right|Orchard Data|Hospitals save 12% of the time that reports take.|Hospitals save 12% of the time that reports take.
right|Orchard Data|You plan to open an office in Lugano.|We plan to open an office in Lugano.
right|Pfauenhof|Der Pfauenhof keltert Most aus 14 Sorten.|Der Pfauenhof keltert Most aus 14 Sorten.
right|Pfauenhof|Wir lesen alle Trauben von Hand.|Wir lesen alle Trauben von Hand.
right|Pfauenhof|Das Weingut liegt oberhalb von Meersburg.|Das Weingut liegt oberhalb von Meersburg.
right|Lune Rousse|Lune Rousse brasse six bières sans gluten.|Lune Rousse brasse six bières sans gluten.
right|Lune Rousse|La brasserie ouvre ses portes le samedi.|La brasserie ouvre ses portes le samedi.
right~|Marlow Joinery|Marlow Joinery works with oak and ash.|We make staircases of oak and ash.
right~|Marlow Joinery|860 kitchens are the work of Marlow Joinery.|We have fitted 860 kitchens since 1996.
right~|Marlow Joinery|Veneer is not used at Marlow Joinery.|We do not use veneer.
right~|Marlow Joinery|Ruth Ames manages the workshop with her son.|Ruth Ames runs the workshop together with her son.
right~|Marlow Joinery|Marlow Joinery has been around since 1996.|We have fitted 860 kitchens since 1996.
right~|Marlow Joinery|The staircases come from the workshop in one piece.|Every staircase leaves our workshop in one piece.
right~|Kitewind Hostel|Guests and locals can hire boards from Kitewind Hostel.|We rent boards to guests and to locals.
right~|Kitewind Hostel|The beach is 200 metres away.|Kitewind Hostel is 200 metres from the beach.
right~|Kitewind Hostel|In July guests pay 31 euros for a bed.|A bed costs €31 a night in July.
right~|Kitewind Hostel|Children of 9 and older get lessons.|We also teach children from the age of 9.
right~|Kitewind Hostel|You can cook at any hour.|Our kitchen is open around the clock.
right~|Kitewind Hostel|The hostel has 3 dormitories.|We have three dormitories and a garden.
right~|Kitewind Hostel|There is a garden.|We have three dormitories and a garden.
right~|Orchard Data|Hospitals in nine cantons are audited by Orchard Data.|We carry out audits for hospitals in nine cantons.
right~|Orchard Data|Two nurses started Orchard Data in Bern.|Orchard Data was founded in Bern by two nurses.
right~|Orchard Data|Names of patients are never kept.|We never store names of patients.
right~|Orchard Data|Orchard Data has servers in Thun.|Our servers stand in Thun and Sion.
right~|Orchard Data|Reports take hospitals 12 percent less time.|Hospitals save 12% of the time that reports take.
right~|Orchard Data|An office in Lugano is planned.|We plan to open an office in Lugano.
right~|Orchard Data|Swiss hospitals rely on Orchard Data.|We carry out audits for hospitals in nine cantons.
right~|Pfauenhof|Der Pfauenhof macht Most aus 14 Sorten.|Der Pfauenhof keltert Most aus 14 Sorten.
right~|Pfauenhof|Alle Trauben werden von Hand gelesen.|Wir lesen alle Trauben von Hand.
right~|Pfauenhof|Oberhalb von Meersburg liegt das Weingut.|Das Weingut liegt oberhalb von Meersburg.
right~|Lune Rousse|Les six bières sont sans gluten.|Lune Rousse brasse six bières sans gluten.
right~|Lune Rousse|Le samedi, la brasserie est ouverte.|La brasserie ouvre ses portes le samedi.
number|Marlow Joinery|Marlow Joinery has fitted 680 kitchens since 1996.|We have fitted 860 kitchens since 1996.
number|Marlow Joinery|Marlow Joinery has fitted nine hundred kitchens.|We have fitted 860 kitchens since 1996.
number|Kitewind Hostel|Kitewind Hostel is 20 metres from the beach.|Kitewind Hostel is 200 metres from the beach.
number|Kitewind Hostel|Kitewind Hostel has 9 dormitories.|We have three dormitories and a garden.
number|Orchard Data|Hospitals save 21% of the time.|Hospitals save 12% of the time that reports take.
number|Orchard Data|Orchard Data audits twelve hospitals.|We carry out audits for hospitals in nine cantons.
currency|Kitewind Hostel|A bed costs $31 a night in July.|A bed costs €31 a night in July.
currency|Kitewind Hostel|A bed costs 31 pounds a night.|A bed costs €31 a night in July.
year|Marlow Joinery|Marlow Joinery has fitted 860 kitchens since 1969.|We have fitted 860 kitchens since 1996.
year|Orchard Data|Orchard Data was founded in 2012 by two nurses.|Orchard Data was founded in Bern by two nurses.
name|Orchard Data|Orchard Data was founded in Basel by two nurses.|Orchard Data was founded in Bern by two nurses.
name|Orchard Data|The servers stand in Thun and Milan.|Our servers stand in Thun and Sion.
name|Marlow Joinery|The workshop is run by Robert Ames.|Ruth Ames runs the workshop together with her son.
name|Kitewind Hostel|A bed costs €31 a night in August.|A bed costs €31 a night in July.
name|Pfauenhof|Das Weingut liegt bei Bad Ragaz.|Das Weingut liegt oberhalb von Meersburg.
name|Lune Rousse|Cette maison de Lyon brasse six bières sans gluten.|Lune Rousse brasse six bières sans gluten.
negation|Marlow Joinery|Marlow Joinery uses veneer.|We do not use veneer.
negation|Orchard Data|Orchard Data stores names of patients.|We never store names of patients.
negation|Orchard Data|Orchard Data does not plan to open an office in Lugano.|We plan to open an office in Lugano.
negation|Kitewind Hostel|Kitewind Hostel rents no boards to locals.|We rent boards to guests and to locals.
negation|Pfauenhof|Der Pfauenhof keltert keinen Most.|Der Pfauenhof keltert Most aus 14 Sorten.
negation|Lune Rousse|Lune Rousse brasse six bières avec du gluten.|Lune Rousse brasse six bières sans gluten.
negation|Kitewind Hostel|Kitewind Hostel serves breakfast.|We don't serve breakfast.
negation|Marlow Joinery|Marlow Joinery delivers on Sundays.|Marlow Joinery delivers on no Sunday.
owner|Marlow Joinery|Marlow Joinery has a saw mill.|Our supplier Tarn Timber has a saw mill.
owner|Kitewind Hostel|Kitewind Hostel has 40 boats.|The sailing club next door has 40 boats.
owner|Orchard Data|Orchard Data employs 900 nurses.|The largest of our customers employs 900 nurses.
owner|Orchard Data|Your company was sold in May.|Their company was sold in May.
owner|Kitewind Hostel|You are welcome with your dog.|You are welcome with your dog.
owner|Marlow Joinery|Marlow Joinery loves its new stairs.|“We love our new stairs”
owner|Marlow Joinery|We make staircases of oak and ash.|We make staircases of oak and ash.
owner|Orchard Data|Orchard Data acquired Pear Analytics.|Pear Analytics acquired Orchard Data.
plan|Orchard Data|Orchard Data has an office in Lugano.|We plan to open an office in Lugano.
plan|Kitewind Hostel|Kitewind Hostel has a sauna.|We hope to have a sauna by spring.
past|Marlow Joinery|Marlow Joinery makes doors.|We used to make doors.
past|Kitewind Hostel|Kitewind Hostel is a lighthouse.|Kitewind Hostel was a lighthouse.
past|Orchard Data|Orchard Data advises insurers.|Until last year we advised insurers.
bound|Kitewind Hostel|Kitewind Hostel has 60 beds.|We have up to 60 beds in summer.
bound|Orchard Data|Orchard Data has 300 customers.|We have fewer than 300 customers.
bound|Marlow Joinery|A staircase costs £4,000.|A staircase costs at least £4,000.
part|Marlow Joinery|Marlow Joinery offers a guarantee of 10 years.|We offer a guarantee of 10 years on hinges.
part|Kitewind Hostel|Kitewind Hostel offers free lessons.|We offer free coffee and lessons.
part|Kitewind Hostel|Kitewind Hostel is open.|Kitewind Hostel is open from May to September.
part|Orchard Data|All hospitals save time.|Some hospitals save time.
part|Marlow Joinery|Marlow Joinery has 40 workshops.|We have 40 places in workshops for beginners.
role|Marlow Joinery|Ruth Ames founded the workshop.|Ruth Ames runs the workshop together with her son.
role|Orchard Data|Jan Frei is the director.|Jan Frei is assistant to the director.
rank|Kitewind Hostel|Kitewind Hostel is the oldest hostel on the island.|Kitewind Hostel is one of the oldest hostels on the island.
rank|Marlow Joinery|Marlow Joinery is the best joinery in Kent.|Marlow Joinery is a joinery in Kent.
rank|Orchard Data|Orchard Data is larger than Pear Analytics.|Pear Analytics is larger than Orchard Data.
`)
