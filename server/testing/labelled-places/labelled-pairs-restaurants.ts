/** Restaurants as two guides list them: without coordinates and websites, cities and streets in the writing of each. */
export const RESTAURANT_PAIRS = `
same NewYork
  Osteria del Grano | italian_restaurant | 10 e. 60th st. | | 212/555-0101 | | nowhere
  Osteria del Grano | Italian Restaurant | 10 East 60th St. | | 212-555-0101 | | nowhere | city=new york city
same NewYork
  Blue Heron | seafood_restaurant | 142 w. 10th st. | | 212/555-0102 | | nowhere
  blue heron cafe | Seafood Restaurant | 142 W. 10th Street between Waverly Pl. and Greenwich Ave. | | 212-555-0102 | | nowhere | city=new york city
same NewYork
  Chez Margaux | french_restaurant | 3 e. 52nd st. | | 212/555-0103 | | nowhere
  Chez Margaux | French Restaurant | 3 E. 52nd St. between 5th and Madison Aves. | | 212-555-0103 | | nowhere | city=new york city
same NewYork
  Fenwick's Grill | american_restaurant | 115 e. 57th st. | | 212/555-0104 | | nowhere
  fenwicks grill | American Restaurant | 115 E 57th St | | 212-555-0204 | | nowhere | city=new york city
same NewYork
  Trattoria Lucchese | italian_restaurant | 60 w. 37th st. | | 212/555-0105 | | nowhere
  Lucchese, Trattoria | Italian Restaurant | 60 West 37th Street | | 212-555-0105 | | nowhere | city=new york city
same NewYork
  The Corn Crib | american_restaurant | 2 harrison st. | | 212/555-0106 | | nowhere
  Corn Crib | American Restaurant | 2 Harrison St. at Hudson St. | | 212-555-0106 | | nowhere | city=New York City
same NewYork
  Sal's Delicatessen | deli | 254 w. 47th st. | | 212/555-0107 | | nowhere
  Sal's Deli | Deli | 254 W 47th St. | | 212-555-0107 | | nowhere | city=new york city
same NewYork
  Hudson Fish House | seafood_restaurant | 89 south st. | | 212/555-0108 | | nowhere
  Hudson Fish House at the Pier | Seafood Restaurant | 89 South St. Pier 17 | | 212-555-0108 | | nowhere | city=new york city
same NewYork
  Agnes | american_restaurant | 30 hudson st. between duane and reade sts. | | 212/555-0109 | | nowhere
  Agnes | American Restaurant | 30 Hudson St | | 212-555-0109 | | nowhere | city=Manhattan
same NewYork
  Mei Lin Palace | chinese_restaurant | 1049 2nd ave. | | 212/555-0110 | | nowhere
  Mei Lin Palace | Chinese Restaurant | 1049 Second Ave. | | 212-555-0110 | | nowhere | city=new york city
same NewYork
  Peckham's | steakhouse | 178 broadway | | 718/555-0111 | | nowhere | city=brooklyn
  Peckham's Steak House | Steakhouse | 178 Broadway at Driggs Ave. | | 718-555-0111 | | nowhere | city=Brooklyn
same NewYork
  Sushi Hanabira | sushi_restaurant | 31 w. 52nd st. | | 212/555-0112 | | nowhere
  hanabira | Sushi Restaurant | 31 W. 52nd St. | | 212-555-0112 | | nowhere | city=new york city
same NewYork
  Caravelle d'Or | french_restaurant | 33 w. 55th st. | | 212/555-0113 | | nowhere
  La Caravelle d'Or | French Restaurant | 33 West 55th St. | | 212-555-0313 | | nowhere | city=new york city
same LosAngeles
  Arlo Mercer's of Boston | steakhouse | 435 s. la cienega blv. | | 310/555-0121 | | nowhere
  Arlo Mercer's of Boston | Steakhouse | 435 S. La Cienega Blvd. | | 310-555-0121 | | nowhere
same LosAngeles
  Hotel Alder-Glen | californian_restaurant | 701 stone canyon rd. | | 310/555-0122 | | nowhere | city=bel air
  Alder-Glen Hotel | Californian Restaurant | 701 Stone Canyon Rd. | | 310-555-0122 | | nowhere
same LosAngeles
  Café Biscay | french_restaurant | 14016 ventura blvd. | | 818/555-0123 | | nowhere | city=sherman oaks
  cafe biscay | French Bistro | 14016 Ventura Blvd. | | 818-555-0123 | | nowhere
same LosAngeles
  Campanario | californian_restaurant | 624 s. la brea ave. | | 213/555-0124 | | nowhere
  Campanario | Californian Restaurant | 624 S La Brea Ave | | 213-555-0124 | | nowhere
same LosAngeles
  Chinoise on Elm | fusion_restaurant | 2709 elm st. | | 310/555-0125 | | nowhere | city=santa monica
  chinoise | Pacific New Wave Restaurant | 2709 Elm Street | | 310-555-0125 | | nowhere | city=Santa Monica
same LosAngeles
  Cibrian | californian_restaurant | 7071 sunset blvd. | | 213/555-0126 | | nowhere | city=hollywood
  Cibrian | Californian Restaurant | 7071 Sunset Blvd. | | 323-555-0126 | | nowhere
same LosAngeles
  The Grill in the Lane | american_restaurant | 9560 dayton way | | 310/555-0127 | | nowhere
  Grill in the Lane, The | American Restaurant | 9560 Dayton Way | | 310-555-0127 | | nowhere | city=beverly hills
same LosAngeles
  Restaurant Kitahara | asian_restaurant | 5500 hollywood blvd. | | 213/555-0128 | | nowhere
  Kitahara | Asian Restaurant | 5500 Hollywood Blvd | | 213-555-0128 | | nowhere | city=Hollywood
same LosAngeles
  Locanda Ferrara | italian_restaurant | 8638 w. third st. | | 310/555-0129 | | nowhere
  Locanda Ferrara | Italian Restaurant | 8638 W 3rd St. | | 310-555-0129 | | nowhere
same LosAngeles
  Patrice | french_restaurant | 5955 melrose ave. | | 213/555-0130 | | nowhere
  Patrice's | French Restaurant | 5955 Melrose Avenue | | 213-555-0130 | | nowhere
same LosAngeles
  Rex il Pavone | italian_restaurant | 617 s. olive st. | | 213/555-0131 | | nowhere
  Rex Il Pavone Ristorante | Italian Restaurant | 617 South Olive Street | | 213-555-0131 | | nowhere
same LosAngeles
  Spagone | californian_restaurant | 1114 horn ave. | | 310/555-0132 | | nowhere
  Spagone (Los Angeles) | Californian Restaurant | 8795 Sunset Blvd. | | 310-555-0132 | | nowhere | city=west hollywood
same Lyon
  Bouchon des Tisserands | french_restaurant | 12 rue Pizay | | 04 65 71 07 33 | | nowhere | city=Lyon 1er Arrondissement
  Le Bouchon des Tisserands | French Restaurant | 12, r. Pizay | | +33 4 65 71 07 33 | | nowhere
same Nantes
  La Table d'Anselme | french_restaurant | 3 quai Sadi Carnot | | 02 61 91 07 34 | | nowhere | city=Saint-Sébastien-sur-Loire
  Table d'Anselme | French Restaurant | 3 quai Sadi-Carnot | | 0261910734 | | nowhere | city=SAINT SEBASTIEN SUR LOIRE
same Zürich
  Wirtschaft zum Rebstock | swiss_restaurant | Hirschengraben 12 | | 044 555 07 35 | | nowhere
  Zum Rebstock | Swiss Restaurant | Hirschengraben 12 | 8001 | 044 555 07 35 | | nowhere | city=ZUERICH
same Porto
  Tasca do Bento | portuguese_restaurant | Rua da Picaria 8 | | 22 555 0736 | | nowhere | city=Oporto
  A Tasca do Bento | Portuguese Restaurant | R. da Picaria, 8 | | 225550736 | | nowhere
same Kraków
  Bar Mleczny Pod Kasztanem | polish_restaurant | ul. Dietla 60 | | 12 555 07 37 | | nowhere | city=Cracow
  Pod Kasztanem bar mleczny | Polish Restaurant | Dietla 60 | | +48 12 555 07 37 | | nowhere
different NewYork
  Carlton Hall Cafe | american_restaurant | 160 central park s. | | 212/555-0151 | | nowhere
  Carlton Hall Dining Room | American Restaurant | 160 Central Park S. | | 212-555-0251 | | nowhere | city=new york city
different NewYork
  Palmetto | steakhouse | 837 second ave. | | 212/555-0152 | | nowhere
  Palmetto Too | Steakhouse | 840 Second Ave. | | 212-555-0252 | | nowhere | city=new york city
different NewYork
  Lucky Dumpling | chinese_restaurant | 46 bowery | | 212/555-0153 | | nowhere
  Lucky Dumpling | Chinese Restaurant | 135-21 Roosevelt Ave. | | 718-555-0253 | | nowhere | city=flushing
different NewYork
  Ottomanelli Brothers | italian_restaurant | 439 e. 82nd st. | | 212/555-0154 | | nowhere
  Ottomanelli Brothers | Italian Restaurant | 62 Reade St. | | 212-555-0254 | | nowhere | city=new york city
different NewYork
  Cafe des Arts | french_restaurant | 1 w. 67th st. | | 212/555-0155 | | nowhere
  Cafe des Amis | French Restaurant | 210 W. 70th St. | | 212-555-0255 | | nowhere | city=new york city
different NewYork
  Union Park Cafe | american_restaurant | 21 e. 16th st. | | 212/555-0156 | | nowhere
  Union Park Wine Bar | Wine Bar | 23 E. 16th St. | | 212-555-0256 | | nowhere | city=new york city
different NewYork
  Bistro Colette | french_restaurant | 75 e. 55th st. | | 212/555-0157 | | nowhere
  Sushi Kado | Sushi Restaurant | 75 E. 55th St. | | 212-555-0257 | | nowhere | city=new york city
different NewYork
  Second Street Deli | deli | 156 second ave. | | 212/555-0158 | | nowhere
  Sixth Street Deli | Deli | 156 Sixth Ave. | | 212-555-0258 | | nowhere | city=new york city
different LosAngeles
  Broadway Diner | diner | 3099 w. sunset blvd. | | 213/555-0159 | | nowhere
  Broadway Deli | Deli | 1457 Third Street | | 310-555-0259 | | nowhere | city=santa monica
different LosAngeles
  California Dough Kitchen | pizza_restaurant | 207 s. beverly dr. | | 310/555-0160 | | nowhere | city=beverly hills
  California Dough Kitchen | Pizza Restaurant | 121 N. La Cienega Blvd. | | 310-555-0260 | | nowhere
different LosAngeles
  Jade Garden | chinese_restaurant | 9 n. spring st. | | 213/555-0161 | | nowhere
  Jade Palace | Chinese Restaurant | 911 N. Spring St. | | 213-555-0261 | | nowhere
different LosAngeles
  The Original Pantry Grill | american_restaurant | 877 s. figueroa st. | | 213/555-0162 | | nowhere
  Pantry Bake & Sandwich Shoppe | Bakery | 875 S. Figueroa St. | | 213-555-0262 | | nowhere
different LosAngeles
  Ocean Star | seafood_restaurant | 145 n. atlantic blvd. | | 818/555-0163 | | nowhere | city=monterey park
  Ocean Avenue Seafood | Seafood Restaurant | 1401 Ocean Ave. | | 310-555-0263 | | nowhere | city=santa monica
different Lyon
  Brasserie Georges Sud | french_restaurant | 30 cours de Verdun | | 04 65 71 07 64 | | nowhere
  Brasserie Georges Nord | French Restaurant | 4 rue de Sèze | | 04 65 71 08 64 | | nowhere | city=Lyon 6e
different Zürich
  Restaurant Krone | swiss_restaurant | Schaffhauserstrasse 1 | | 044 555 07 65 | | nowhere
  Restaurant Krone | Swiss Restaurant | Limmatquai 88 | | 044 555 08 65 | | nowhere | city=Zuerich
`
