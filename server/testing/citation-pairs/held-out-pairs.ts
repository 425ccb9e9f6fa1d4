import { type LabelledPair, readPairs } from './labelled-pairs.ts'

/** A third set, written after the rules and by their words alone, to see what they do with what they were not made for. */
export const HELD_OUT_PAIRS: readonly LabelledPair[] = readPairs(`
right|Birchwood Toys|Birchwood Toys makes puzzles and building blocks.|Birchwood Toys makes puzzles, rattles and building blocks.
right|Birchwood Toys|Birchwood Toys ships between 200 and 300 parcels a week.|In autumn we ship between 200 and 300 parcels a week.
right|Birchwood Toys|Birchwood Toys is the oldest toy maker in Utrecht.|Birchwood Toys is the oldest toy maker in Utrecht.
right|Birchwood Toys|Lena Vos is deputy director of Birchwood Toys.|Lena Vos is deputy director of Birchwood Toys.
right|Birchwood Toys|Birchwood Toys gives 10 euros to a charity for every order.|We give 10 euros to a charity for every order.
right|Ridge Legal|Ridge Legal advises tenants and landlords.|Ridge Legal advises tenants and landlords in Cardiff.
right|Ridge Legal|Ridge Legal has worked in Cardiff since 2003.|We have worked in Cardiff since 2003.
right|Ridge Legal|The first consultation costs 40 pounds per hour.|The first consultation costs 40 pounds per hour.
right|Ridge Legal|Ridge Legal is smaller than Stone & Co.|Ridge Legal is smaller than Stone & Co.
right|Ridge Legal|Owen Price is a partner at Ridge Legal.|Owen Price is a partner at Ridge Legal and teaches law.
right|Solen Bikes|Solen Bikes sold fewer than 500 bikes.|Last year we sold fewer than 500 bikes.
right|Solen Bikes|Solen Bikes offers free repairs.|Solen Bikes offers free repairs and test rides.
right|Solen Bikes|Solen Bikes opened in the 1980s.|Solen Bikes opened in the 1980s in Nantes.
right~|Birchwood Toys|Birchwood Toys manufactures toys from wood.|We make toys from wood.
right~|Birchwood Toys|Birchwood Toys employs twelve people.|Birchwood Toys has 12 employees.
right~|Ridge Legal|Ridge Legal began in 2003.|Ridge Legal was started in 2003.
right~|Ridge Legal|Seven attorneys work at Ridge Legal.|Seven lawyers work at Ridge Legal.
right~|Ridge Legal|Ridge Legal doesn't take criminal cases.|We do not take criminal cases.
right~|Solen Bikes|Solen Bikes repairs bicycles within two days.|We fix bicycles within two days.
right~|Solen Bikes|Solen Bikes bought a workshop in 2015.|In 2015 Solen Bikes acquired a workshop.
range|Birchwood Toys|Birchwood Toys ships 300 parcels a week.|In autumn we ship between 200 and 300 parcels a week.
range|Ridge Legal|Ridge Legal takes 15 cases a month.|We take 10-15 cases a month.
range~|Solen Bikes|Solen Bikes sold 500 bikes.|Last year we sold fewer than 500 bikes.
unit|Ridge Legal|The first consultation costs 40 pounds.|The first consultation costs 40 pounds per hour.
unit|Solen Bikes|A frame weighs 9 pounds.|A frame weighs 9 kilos.
unit~|Birchwood Toys|Birchwood Toys sends out 300 parcels every day.|We send out 300 parcels every week.
comparison|Birchwood Toys|Birchwood Toys is the oldest maker in Utrecht.|Birchwood Toys is the oldest maker of puzzles in Utrecht.
comparison|Ridge Legal|Ridge Legal is the best firm in Cardiff.|Ridge Legal is among the best firms in Cardiff.
comparison~|Solen Bikes|Solen Bikes is cheaper than Velonova.|Solen Bikes is as cheap as Velonova.
role|Birchwood Toys|Lena Vos is director of Birchwood Toys.|Lena Vos is assistant to the director of Birchwood Toys.
role|Ridge Legal|Owen Price is the owner.|Owen Price is the owner’s son.
role|Solen Bikes|Luc Morel is the founder.|Founder Jeanne Roy and director Luc Morel welcome you.
role~|Solen Bikes|Luc Morel founded Solen Bikes.|Luc Morel manages Solen Bikes.
year|Ridge Legal|Ridge Legal moved to Cardiff in 2003.|Ridge Legal moved to Cardiff after 2003.
year~|Solen Bikes|Solen Bikes was launched in 1980.|Solen Bikes opened in the 1980s in Nantes.
negation|Birchwood Toys|Birchwood Toys uses plastic.|Birchwood Toys has yet to use plastic.
negation~|Ridge Legal|Ridge Legal advises banks.|We used to advise banks.
company|Solen Bikes|Solen Bikes builds frames in Vannes.|Solen Bikes sells bikes; its supplier builds frames in Vannes.
company~|Ridge Legal|Ridge Legal is headquartered in Swansea.|Ridge Legal has a branch in Swansea.
qualifier|Solen Bikes|Solen Bikes offers free bikes.|Solen Bikes rents bikes and offers free coffee.
qualifier~|Birchwood Toys|Birchwood Toys collected 900 euros.|We collected 900 euros for a shelter.
number~|Ridge Legal|Seventeen lawyers work at Ridge Legal.|Seven lawyers work at Ridge Legal.
`)
