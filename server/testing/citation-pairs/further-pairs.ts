import { type LabelledPair, readPairs } from './labelled-pairs.ts'

/** A second set, written before the rules that it tests, with faults that the first has not. Everything is invented. */
export const FURTHER_PAIRS: readonly LabelledPair[] = readPairs(`
right|Fjordline Boats|Fjordline Boats builds wooden boats in Bergen.|Fjordline Boats builds wooden boats in Bergen and paints them by hand.
right|Fjordline Boats|Fjordline Boats has delivered 310 boats since 1974.|We have delivered 310 boats since 1974.
right|Fjordline Boats|Fjordline Boats does not ship outside Norway.|We do not ship outside Norway.
right|Fjordline Boats|Berit Aas is head of design at Fjordline Boats.|Berit Aas is head of design at Fjordline Boats.
right|Fjordline Boats|A hull weighs between 90 and 120 kg.|Each hull weighs between 90 and 120 kg without its mast.
right|Mill Lane Dental|Mill Lane Dental treats up to 60 patients a day.|Mill Lane Dental treats up to 60 patients a day.
right|Mill Lane Dental|Mill Lane Dental offers free parking.|We offer free parking and evening appointments.
right|Mill Lane Dental|Mill Lane Dental was founded before 1990.|Mill Lane Dental was founded before 1990 by two sisters.
right|Mill Lane Dental|Mill Lane Dental is one of the largest practices in Leeds.|We are one of the largest practices in Leeds.
right|Kestrel Coffee|Kestrel Coffee roasts 4 tonnes a month.|We roast 4 tonnes a month in Bristol.
right|Kestrel Coffee|Kestrel Coffee is larger than Hawk Roasters.|Kestrel Coffee is larger than Hawk Roasters.
right|Kestrel Coffee|Kestrel Coffee raised 2 million pounds for a children’s hospital.|Kestrel Coffee raised 2 million pounds for a children’s hospital.
right|Kestrel Coffee|Kestrel Coffee sells beans and filters.|We sell beans, grinders and filters.
right~|Fjordline Boats|Fjordline Boats constructs boats out of wood.|We build our boats from wood.
right~|Fjordline Boats|Fjordline Boats has a staff of 23.|Fjordline Boats employs 23 people.
right~|Mill Lane Dental|Mill Lane Dental was established in 1988.|Our practice was founded in 1988.
right~|Mill Lane Dental|Tara Moss is the CEO of Mill Lane Dental.|Tara Moss is the chief executive officer of Mill Lane Dental.
right~|Mill Lane Dental|The headquarters of Mill Lane Dental are in Leeds.|Our head office is in Leeds.
right~|Kestrel Coffee|Kestrel Coffee supplies 85 restaurants.|We provide 85 restaurants with coffee.
right~|Kestrel Coffee|Kestrel Coffee purchased a mill in 2018.|In 2018 we acquired a mill.
right~|Kestrel Coffee|The training at Kestrel Coffee is complimentary.|Training at Kestrel Coffee is free.
number|Fjordline Boats|Fjordline Boats has delivered 130 boats since 1974.|We have delivered 310 boats since 1974.
number|Kestrel Coffee|Kestrel Coffee has 3 companies.|Kestrel Coffee has 3 shops.
range|Fjordline Boats|A hull weighs 90 kg.|Each hull weighs between 90 and 120 kg without its mast.
range|Mill Lane Dental|Mill Lane Dental treats 60 patients a day.|Mill Lane Dental treats up to 60 patients a day.
range~|Kestrel Coffee|Kestrel Coffee has a staff of 30.|Kestrel Coffee employs 20 to 30 people.
unit|Kestrel Coffee|Kestrel Coffee roasts 4 tonnes.|We roast 4 tonnes a month in Bristol.
unit|Fjordline Boats|The route is 12 miles long.|The route is 12 km long.
unit~|Mill Lane Dental|A filling costs 80 pounds.|We charge 80 pounds per hour for a filling.
negation|Fjordline Boats|Fjordline Boats opened a second yard.|Fjordline Boats has yet to open a second yard.
negation~|Kestrel Coffee|Kestrel Coffee roasts in its own mill.|Kestrel Coffee used to roast in its own mill.
company|Kestrel Coffee|Kestrel Coffee roasts in Porto.|Our roastery is in Bristol; Hawk Roasters roasts in Porto.
company~|Mill Lane Dental|Mill Lane Dental is based in York.|Mill Lane Dental has an office in York.
year|Mill Lane Dental|Mill Lane Dental was founded in 1990.|Mill Lane Dental was founded before 1990 by two sisters.
year|Fjordline Boats|Fjordline Boats moved to Bergen in 1990.|Fjordline Boats moved to Bergen in the 1990s.
comparison|Mill Lane Dental|Mill Lane Dental is the largest practice in Leeds.|We are one of the largest practices in Leeds.
comparison|Kestrel Coffee|Kestrel Coffee is larger than Hawk Roasters.|Kestrel Coffee is as large as Hawk Roasters.
comparison~|Fjordline Boats|Fjordline Boats is the biggest builder in Norway.|Fjordline Boats is the second biggest builder in Norway.
comparison|Kestrel Coffee|Kestrel Coffee is the oldest roaster in Bristol.|Kestrel Coffee is the oldest organic roaster in Bristol.
role|Fjordline Boats|Berit Aas is the director.|Berit Aas is the deputy director.
role|Mill Lane Dental|Tara Moss is the founder of Mill Lane Dental.|Tara Moss, daughter of the founder, leads Mill Lane Dental.
role|Kestrel Coffee|Jon Reed is the CFO.|Ann Holt is CFO and Jon Reed is CTO.
role~|Kestrel Coffee|Ann Holt owns the roastery.|Ann Holt manages the roastery.
role~|Fjordline Boats|Nils Berg is the CEO.|Nils Berg is chief engineer at Fjordline Boats.
qualifier|Kestrel Coffee|Kestrel Coffee raised 2 million pounds.|Kestrel Coffee raised 2 million pounds for a children’s hospital.
qualifier~|Mill Lane Dental|Mill Lane Dental offers free treatment.|We offer treatment and free parking.
`)
