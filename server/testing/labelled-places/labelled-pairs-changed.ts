/** Businesses that moved, and some that only look like it. */
export const MOVED_PAIRS = `
same Leeds
  Fenwick & Daughter Upholstery | upholstery | 6 Mabgate | LS9 7DZ | 0113 496 0201 | https://fenwickupholstery.example | | status=closed
  Fenwick & Daughter Upholstery | Furniture Repair | 118 Kirkstall Road | LS3 1HS | 0113 496 0201 | https://fenwickupholstery.example | -1400,300
same Leeds
  Albion Notaries | notary | 30 Albion Street | LS1 6AD | 0113 496 0202 | https://albionnotaries.example
  Albion Notaries LLP | Notary Public | 9 South Parade | LS1 5QS | 01134960202 | albionnotaries.example | -420,150
same Bristol
  Spindrift Surf School | sports_school | 44 Gloucester Road | BS7 8AR | 0117 496 0203 | https://spindriftsurf.example
  Spindrift Surf School | Surf Spot | 2 Hotwell Road | BS8 4UD | +44 117 496 0203 | http://www.spindriftsurf.example | -2100,-1300
same Bristol
  Paper Lantern Framing | framing_store | 10 Park Street | BS1 5HX | 0117 496 0204 | | | status=closed
  Paper Lantern Framing | Frame Store | 77 Cotham Hill | BS6 6JR | 0117 496 0204 | https://paperlantern.example | -600,950
same Galway
  Corrib Valley Accountants | accountant | 4 Eyre Square | H91 | 091 555 205 | https://corribvalley.example
  Corrib Valley Accountants Ltd | Accountant | Liosban Business Park | H91 | +353 91 555205 | https://corribvalley.example/ | 1500,800
same Portland
  Little Owl Ceramics | arts_and_crafts | 2200 NW Thurman St | 97210 | 503-555-0206 | https://littleowlceramics.example | | status=closed
  Little Owl Ceramics | Pottery Store | 615 SE Morrison St | 97214 | 503-555-0206 | https://littleowlceramics.example | 3400,-1500
same Portland
  Hollis Piano Tuning | musical_instrument_services | 18 NE Fremont St | 97212 | 503-555-0207 | https://hollispiano.example
  Hollis Piano Tuning & Repair | Music Store | 4040 N Interstate Ave | 97227 | (503) 555 0207 | https://hollispiano.example/about | -2300,600
same Boise
  Sawtooth Immigration Law | lawyer | 200 N 8th St | 83702 | 208-555-0208 | https://sawtoothimmigration.example
  Sawtooth Immigration Law PLLC | Law Office | 1410 W Bannock St | 83702 | 208-555-0208 | https://sawtoothimmigration.example | -900,350
same Boise
  Basque Corner Catering | caterer | 601 W Grove St | 83702 | 208-555-0209 | | | status=permanently closed
  Basque Corner Catering | Caterer | 5300 W Overland Rd | 83705 | 208-555-0209 | | -4800,-3600
same Halifax
  Maritime Hearing Centre | hearing_aid_provider | 5670 Spring Garden Road | B3J 1H6 | 902-555-0210 | https://maritimehearing.example
  Maritime Hearing Center | Doctor's Office | 7071 Bayers Road | B3L 2C2 | 902-555-0210 | https://maritimehearing.example | -2600,1400
same Adelaide
  Torrens Violins | musical_instrument_store | 60 Hindley St | 5000 | 08 7010 0211 | https://torrensviolins.example | | status=closed
  Torrens Violins Pty Ltd | Music Store | 22 Unley Rd | 5061 | 08 7010 0211 | https://torrensviolins.example | 300,-2200
same Berlin
  Steuerberatung Elsholtz | accountant | Friedrichstraße 60 | 10117 | 030 23125 212 | https://stb-elsholtz.example
  Steuerberaterin Elsholtz | Accountant | Bundesallee 101 | 12161 | 030 23125212 | https://www.stb-elsholtz.example | -4200,-4900
same Berlin
  Goldschmiede Anneliese Krumm | jewelry_store | Oranienstraße 19 | 10999 | 030 23125 213 | | | status=closed
  Goldschmiede Anneliese Krumm | Jewelry Store | Maybachufer 8 | 12047 | 030 23125 213 | https://krumm-gold.example | 1100,-900
same Köln
  Fahrschule Domblick | driving_school | Breite Straße 40 | 50667 | 0221 4710 214 | https://fahrschule-domblick.example
  Fahrschule Domblick GmbH | Driving School | Aachener Straße 220 | 50931 | 0221 4710 214 | fahrschule-domblick.example | -3100,-200
same Wien
  Tierarzt Dr. Wessely | veterinarian | Gumpendorfer Straße 70 | 1060 | 01 555 0215 | https://tierarzt-wessely.example | | status=geschlossen
  Tierarztpraxis Dr. Wessely | Veterinarian | Hütteldorfer Straße 112 | 1140 | 01 555 0215 | https://tierarzt-wessely.example | -3900,500
same Zürich
  Uhrmacher Sprüngler | watch_store | Niederdorfstrasse 20 | 8001 | 044 555 02 16 | https://spruengler-uhren.example
  Uhrmacherei Spruengler | Watch Shop | Seefeldstrasse 61 | 8008 | 044 555 02 16 | https://spruengler-uhren.example | 900,-1800
same Lyon
  Atelier Reliure Vauzelle | arts_and_crafts | 3 Rue Juiverie | 69005 | 04 65 71 02 17 | https://reliure-vauzelle.example | | status=fermé
  Atelier de reliure Vauzelle | Arts & Crafts Store | 40 Rue de Marseille | 69007 | 04 65 71 02 17 | https://reliure-vauzelle.example | 900,-1700
same Nantes
  Auto-école Erdre | driving_school | 12 Quai de Versailles | 44000 | 02 61 91 02 18 | https://autoecole-erdre.example
  Auto Ecole Erdre | Driving School | 7 Boulevard Jules Verne | 44300 | 02 61 91 02 18 | http://autoecole-erdre.example | 2300,1600
same Sevilla
  Notaría Carvajal Ruiz | notary | Plaza Nueva 3 | 41001 | 955 550 219 | https://notariacarvajal.example
  Notaria Carvajal Ruiz | Notary | Avenida de la Constitución 20 | 41004 | 955 550 219 | https://notariacarvajal.example | 120,-380
same Torino
  Scuola di Danza Piccola Étoile | dance_school | Via Po 11 | 10124 | 011 555 0220 | https://piccolaetoile.example | | status=chiuso
  Scuola di danza Piccola Etoile ASD | Dance Studio | Via Nizza 150 | 10126 | 011 555 0220 | https://piccolaetoile.example | -700,-2900
same Kraków
  Serwis Rowerowy Łańcuch | bicycle_repair | ul. Karmelicka 9 | 31-133 | 12 555 02 21 | https://lancuch-rowery.example
  Serwis rowerowy Lancuch | Bike Shop | ul. Kalwaryjska 70 | 30-504 | 12 555 02 21 | https://lancuch-rowery.example | 700,-2600
same Utrecht
  Tandartspraktijk Veldkamp | dentist | Nachtegaalstraat 55 | 3581 AD | 030 555 0222 | https://tandarts-veldkamp.example | | status=gesloten
  Tandartspraktijk Veldkamp | Dentist | Amsterdamsestraatweg 300 | 3551 CV | 030 555 0222 | https://tandarts-veldkamp.example | -2500,2100
same Göteborg
  Skrädderi Ahlqvist | tailor | Vasagatan 30 | 411 24 | 031-390 06 23 | https://ahlqvist-skradderi.example
  Ahlqvist Skrädderi | Tailor | Mariaplan 4 | 414 75 | 031-390 06 23 | https://ahlqvist-skradderi.example | -2600,-900
same Curitiba
  Estúdio Araucária Pilates | pilates_studio | Rua XV de Novembro 800 | 80060 | 41 5555 0224 | | | status=closed
  Estudio Araucaria Pilates | Pilates Studio | Av. Batel 1230 | 80420 | (41) 5555-0224 | https://araucariapilates.example | -2300,-700
different Portland
  Corner Barber | barber | 410 SW Oak St | 97204 | 503-555-0225 | https://cornerbarberpdx.example | | status=closed
  Corner Barber | Barbershop | 7300 N Denver Ave | 97217 | 503-555-0325 | https://thecornerbarber.example | -1900,8200
different Sevilla
  Bar La Esquina | bar | Calle Betis 30 | 41010 | 955 550 226 | | | status=cerrado
  Bar La Esquina | Bar | Calle Torneo 12 | 41002 | 955 550 326 | | 800,2100
different Lyon
  Le Petit Bistrot | restaurant | 8 Rue de Brest | 69002 | 04 65 71 02 27 |
  Le Petit Bistrot | French Restaurant | 51 Cours Gambetta | 69003 | 04 65 71 03 27 | https://petitbistrot-gambetta.example | 1500,-900
`

/** Businesses with another name on the same spot: renamed, or followed by another. */
export const RENAMED_PAIRS = `
same Leeds
  Bean Scene | coffee_shop | 55 Headingley Lane | LS6 1BL | 0113 496 0231 | https://foxglovecoffee.example
  Foxglove Coffee House | Coffee Shop | 55 Headingley Lane | LS6 1BL | 0113 496 0231 | https://foxglovecoffee.example | 12,4
same Leeds
  Quickfit Gym Meanwood | gym | 100 Meanwood Road | LS7 2AA | 0113 496 0232 |
  Ironworks Fitness | Gym | 100 Meanwood Rd | LS7 2AA | 0113 496 0232 | https://ironworksfitness.example | -30,22
same Bristol
  The Royal Oak | pub | 385 Gloucester Road | BS7 8TN | 0117 496 0233 | https://oakandanchor.example
  The Oak & Anchor | Pub | 385 Gloucester Rd | BS7 8TN | 01174960233 | | 8,-15
same Bristol
  Avon Tyres | tire_shop | 3 Feeder Road | BS2 0SE | 0117 496 0234 |
  Bristol Tyre & Exhaust (formerly Avon Tyres) | Tire Shop | 3 Feeder Rd | BS2 0SE | 0117 496 0234 | | 40,11
same Galway
  Seaview Guest House | bed_and_breakfast | 21 Grattan Road | H91 | 091 555 235 | https://saltandstay.example
  Salt & Stay | Bed and Breakfast | 21 Grattan Road | H91 | 091 555 235 | https://saltandstay.example | 5,9
same Portland
  Burrito Barn | mexican_restaurant | 1933 E Burnside St | 97214 | 503-555-0236 |
  Casa Colibrí | Mexican Restaurant | 1933 E Burnside St | 97214 | (503) 555-0236 | https://casacolibri.example | 14,-7
same Portland
  Westmoreland Veterinary Clinic | veterinarian | 6800 SE Milwaukie Ave | 97202 | 503-555-0237 | https://pawsome-pdx.example
  Pawsome Pet Hospital | Veterinarian | 6800 SE Milwaukie Ave | 97202 | 503-555-0237 | https://pawsome-pdx.example | -21,18
same Boise
  Treasure Valley Dental Group | dentist | 950 S Vista Ave | 83705 | 208-555-0238 | https://vistasmiles.example
  Vista Smiles | Dentist | 950 S Vista Ave | 83705 | 208-555-0238 | https://vistasmiles.example/team | 33,-26
same Boise
  Hank's Garage | automotive_repair | 3 N Curtis Rd | 83706 | 208-555-0239 |
  Curtis Road Automotive | Automotive Shop | 3 N Curtis Rd | 83706 | 208-555-0239 | | 25,17
same Halifax
  The Rusty Anchor | pub | 1740 Argyle Street | B3J 2W1 | 902-555-0240 | https://argylealehouse.example
  Argyle Ale House | Pub | 1740 Argyle St | B3J 2W1 | 902-555-0240 | https://argylealehouse.example | -10,-6
same Adelaide
  Rundle Thai | thai_restaurant | 210 Rundle St | 5000 | 08 7010 0241 |
  Golden Lotus Thai Kitchen | Thai Restaurant | 210 Rundle St | 5000 | 08 7010 0241 | | 16,10
same Berlin
  Hotel Sonnenhof | hotel | Kantstraße 90 | 10627 | 030 23125 242 | https://k90-hotel.example
  K90 Boutique Hotel | Hotel | Kantstr. 90 | 10627 | +49 30 23125242 | https://k90-hotel.example | 27,5
same Berlin
  Apotheke am Markt | pharmacy | Breite Straße 3 | 13187 | 030 23125 243 |
  Linden-Apotheke Pankow | Pharmacy | Breite Straße 3 | 13187 | 030 23125 243 | https://linden-apotheke-pankow.example | -19,20
same Köln
  Salon Uschi | hair_salon | Neusser Straße 88 | 50670 | 0221 4710 244 |
  Haarwerk by Leyla | Hair Salon | Neusser Str. 88 | 50670 | 0221 4710244 | | 7,-9
same Wien
  Gasthaus Zum Goldenen Hirschen | restaurant | Neubaugasse 50 | 1070 | 01 555 0245 | https://hirsch50.example
  hirsch50 | Austrian Restaurant | Neubaugasse 50 | 1070 | 01 5550245 | https://hirsch50.example | 13,13
same Lyon
  Garage Perrache | automotive_repair | 22 Cours Suchet | 69002 | 04 65 71 02 46 |
  Confluence Auto Services | Automotive Shop | 22 Cours Suchet | 69002 | 04 65 71 02 46 | https://confluence-auto.example | -36,8
same Nantes
  Hôtel du Commerce | hotel | 16 Rue Crébillon | 44000 | 02 61 91 02 47 | https://lecrebillon.example
  Le Crébillon | Hotel | 16 Rue Crebillon | 44000 | | https://lecrebillon.example | 11,-3
same Sevilla
  Gimnasio Olympo | gym | Calle San Jacinto 44 | 41010 | 955 550 248 |
  Triana Fit Club | Gym | C/ San Jacinto 44 | 41010 | 955 550 248 | https://trianafit.example | 20,-20
same Torino
  Trattoria da Piero | italian_restaurant | Via Bogino 9 | 10123 | 011 555 0249 |
  Osteria Tre Galline Nere | Italian Restaurant | Via Bogino 9 | 10123 | 011 5550249 | | -8,14
same Porto
  Pensão Astória | hotel | Rua de Santa Catarina 300 | 4000 | 22 555 0250 | https://catarina300.example
  Catarina 300 Guesthouse | Hostel | R. Santa Catarina 300 | 4000 | 22 555 0250 | https://catarina300.example | 17,25
same Utrecht
  Café De Kelder | bar | Voorstraat 14 | 3512 AN | 030 555 0251 |
  Bar Bodem | Bar | Voorstraat 14 | 3512 AN | 030 555 0251 | https://barbodem.example | 6,-4
same Curitiba
  Academia Corpo e Mente | gym | Rua Itupava 1200 | 80040 | 41 5555 0252 | https://movestudio.example
  Move Studio de Treinamento | Gym | Rua Itupava, 1200 | 80040 | 41 5555 0252 | https://movestudio.example | -15,31
different Leeds
  Thai Orchid | thai_restaurant | 17 Call Lane | LS1 7BT | 0113 496 0253 | https://thaiorchidleeds.example | | status=closed
  Bodega 17 | Tapas Restaurant | 17 Call Lane | LS1 7BT | 0113 496 0353 | https://bodega17.example | 9,3
different Berlin
  Videothek Filmrausch | video_store | Schönhauser Allee 40 | 10435 | 030 23125 255 | | | status=geschlossen
  Poke Bowl Prenzlberg | Hawaiian Restaurant | Schönhauser Allee 40 | 10435 | 030 23125 355 | https://poke-prenzlberg.example | 10,10
different Torino
  Merceria Rosanna | clothing_store | Via Barbaroux 18 | 10122 | 011 555 0256 |
  Gelateria Nuvola Bianca | Ice Cream Shop | Via Barbaroux 18 | 10122 | | https://nuvolabianca.example | 5,5
different Halifax
  Dartmouth Vacuum Repair | appliance_repair | 99 Portland Street | B2Y 1H5 | 902-555-0257 | | | status=closed
  Sourdough & Rye | Bakery | 99 Portland St | B2Y 1H5 | 902-555-0357 | https://sourdoughrye.example | -12,4
`
