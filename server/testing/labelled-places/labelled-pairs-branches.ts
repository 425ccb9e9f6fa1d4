/** One firm, one phone for all, two branches. */
export const BRANCH_PAIRS = `
different Leeds
  Northdale Building Society Headingley | bank | 14 Otley Road | LS6 2AD | 0113 496 0401 | https://northdalebs.example/branches/headingley
  Northdale Building Society Horsforth | Bank | 60 Town Street | LS18 4RJ | 0113 496 0401 | https://northdalebs.example/branches/horsforth | -4100,3800
different Leeds
  Swift Parcel Shop - Burley | shipping_center | 5 Burley Road | LS3 1JX | 0113 496 0402 | https://swiftparcel.example
  Swift Parcel Shop - Armley | Shipping Store | 88 Town Street, Armley | LS12 3HD | 0113 496 0402 | https://swiftparcel.example | -2700,-700
different Bristol
  Brunel Opticians Clifton | optometrist | 30 The Mall | BS8 4DS | 0117 496 0403 | https://brunelopticians.example
  Brunel Opticians Bedminster | Optical Shop | 120 North Street | BS3 1HF | 0117 496 0403 | https://brunelopticians.example | 700,-2300
different Galway
  Tobin's Pharmacy Salthill | pharmacy | Upper Salthill | H91 | 091 555 404 | https://tobinspharmacy.example/salthill
  Tobin's Pharmacy Oranmore | Pharmacy | Main Street | H91 | 091 555 404 | https://tobinspharmacy.example/oranmore | 9000,-1200 | city=Oranmore
different Portland
  Cascade Urgent Care - Hollywood | urgent_care_clinic | 4100 NE Sandy Blvd | 97212 | 503-555-0405 | https://cascadeurgent.example/hollywood
  Cascade Urgent Care - Sellwood | Urgent Care Center | 8000 SE 13th Ave | 97202 | 503-555-0405 | https://cascadeurgent.example/sellwood | 600,-7100
different Portland
  Rose City Credit Union | bank | 1500 SW Jefferson St | 97201 | 503-555-0406 | https://rosecitycu.example/locations/downtown
  Rose City Credit Union | Credit Union | 10100 SE Washington St | 97216 | 503-555-0406 | https://rosecitycu.example/locations/mall-205 | 9100,-1200
different Boise
  Snake River Storage | self_storage_facility | 2800 S Cole Rd | 83709 | 208-555-0407 | https://snakeriverstorage.example/cole-road
  Snake River Storage | Storage Facility | 1100 E Franklin Rd | 83642 | 208-555-0407 | https://snakeriverstorage.example/meridian | -12500,-900 | city=Meridian
different Boise
  Bogus Basin Bagels | bagel_shop | 117 N 6th St | 83702 | 208-555-0408 | https://bogusbagels.example
  Bogus Basin Bagels - Eagle | Bagel Shop | 600 E State St | 83616 | 208-555-0408 | https://bogusbagels.example | -13000,8500 | city=Eagle
different Halifax
  Scotia Tire & Brake Bedford | tire_shop | 1200 Bedford Highway | B4A 1C6 | 902-555-0409 | https://scotiatire.example
  Scotia Tire & Brake Dartmouth | Tire Shop | 300 Windmill Road | B3A 1G8 | 902-555-0409 | https://scotiatire.example | 9000,-5600 | city=Dartmouth
different Adelaide
  Glenelg Swim School | swimming_instructor | 2 Partridge St | 5045 | 08 7010 0410 | https://swimschools.example/glenelg
  Norwood Swim School | Swim School | 175 The Parade | 5067 | 08 7010 0410 | https://swimschools.example/norwood | 11000,4500
different Berlin
  Spreebank Filiale Moabit | bank | Turmstraße 30 | 10551 | 030 23125 412 | https://spreebank.example
  Spreebank Filiale Lichtenberg | Bank | Frankfurter Allee 200 | 10365 | 030 23125 412 | https://spreebank.example | 11200,-1000
different Köln
  Bäckerei Hüsgen | bakery | Deutzer Freiheit 50 | 50679 | 0221 4710 413 | https://huesgen.example/filialen/deutz
  Bäckerei Hüsgen | Bakery | Dürener Straße 170 | 50931 | 0221 4710 413 | https://huesgen.example/filialen/lindenthal | -4800,-300
different Lyon
  Boulangerie Les Deux Épis | bakery | 60 Cours Vitton | 69006 | 04 65 71 04 15 | https://deuxepis.example
  Boulangerie Les Deux Épis | Bakery | 11 Place du Marché | 69110 | 04 65 71 04 15 | https://deuxepis.example | -3900,-1100 | city=Sainte-Foy-lès-Lyon
different Nantes
  Agence Immobilière Loire & Sillon | real_estate_agent | 2 Rue Racine | 44000 | 02 61 91 04 16 | https://loiresillon.example
  Agence Immobilière Loire & Sillon | Real Estate Office | 30 Avenue de Gaulle | 44500 | 02 61 91 04 16 | https://loiresillon.example | -55000,9000 | city=La Baule
different Sevilla
  Clínica Dental Sonrisa Sur Nervión | dentist | Calle Luis Montoto 90 | 41018 | 955 550 417 | https://sonrisasur.example
  Clínica Dental Sonrisa Sur Los Remedios | Dentist | Calle Asunción 40 | 41011 | 955 550 417 | https://sonrisasur.example | -2900,-1000
different Torino
  Autonoleggio Mole - Porta Susa | car_rental_agency | Corso Bolzano 40 | 10121 | 011 555 0418 | https://autonoleggiomole.example
  Autonoleggio Mole - Aeroporto Caselle | Rental Car Location | Strada Aeroporto 12 | 10072 | 011 555 0418 | https://autonoleggiomole.example | -2000,14000 | city=Caselle Torinese
different Kraków
  Przychodnia Medyka Nowa Huta | doctor | os. Centrum A 1 | 31-923 | 12 555 04 19 | https://medyka.example/nowa-huta
  Przychodnia Medyka Podgórze | Medical Center | ul. Limanowskiego 20 | 30-551 | 12 555 04 19 | https://medyka.example/podgorze | -7000,-3900
different Utrecht
  Kinderopvang De Zandbak Lombok | day_care_preschool | Kanaalstraat 90 | 3531 CL | 030 555 0420 | https://dezandbak.example
  Kinderopvang De Zandbak Overvecht | Daycare | Zamenhofdreef 20 | 3562 JX | 030 555 0420 | https://dezandbak.example | 2900,3100
different Curitiba
  Laboratório Vida Clara - Água Verde | medical_lab | Av. República Argentina 500 | 80240 | 41 5555 0421 | https://vidaclara.example
  Laboratório Vida Clara - Cabral | Medical Lab | Av. Munhoz da Rocha 210 | 80035 | 41 5555 0421 | https://vidaclara.example | 2100,5200
different İzmir
  Ege Sürücü Kursu Bornova | driving_school | Mustafa Kemal Caddesi 30 | 35040 | 0232 255 04 22 | https://egesurucu.example
  Ege Sürücü Kursu Karşıyaka | Driving School | Cemal Gürsel Caddesi 110 | 35600 | 0232 255 04 22 | https://egesurucu.example | -8100,1600
`

/** One chain, two doors: a mall, a station, an airport, one street. */
export const DOOR_PAIRS = `
different Leeds
  Brewbird Coffee | coffee_shop | Unit 12, Trinity Arcade | LS1 6AP | 0113 496 0431 | https://brewbird.example/trinity-ground
  Brewbird Coffee | Coffee Shop | Unit 88, Trinity Arcade | LS1 6AP | 0113 496 0531 | https://brewbird.example/trinity-upper | 70,25
different Leeds
  Pret-a-Snack | sandwich_shop | Leeds City Station, South Concourse | LS1 4DY | 0113 496 0432 |
  Pret-a-Snack | Sandwich Shop | Leeds City Station, North Concourse | LS1 4DY | 0113 496 0532 | | -60,85
different Bristol
  Phonebox Mobile Kiosk | mobile_phone_store | Cabot Mall, Lower Level | BS1 3BX | 0117 496 0433 | https://phonebox.example
  Phonebox Mobile | Mobile Phone Shop | Cabot Mall, Unit 30 | BS1 3BX | 0117 496 0533 | https://phonebox.example | 48,-33
different Galway
  Sheridan Shoes Women | shoe_store | Eyre Arcade Unit 4 | H91 | 091 555 434 | https://sheridanshoes.example
  Sheridan Shoes Kids | Shoe Store | Eyre Arcade Unit 9 | H91 | 091 555 534 | https://sheridanshoes.example | 35,10
different Portland
  Java Junction | coffee_shop | Lloyd Mall, Level 1 Space 1040 | 97232 | 503-555-0435 | https://javajunction.example/store/221
  Java Junction | Coffee Shop | Lloyd Mall, Level 3 Space 3107 | 97232 | 503-555-0535 | https://javajunction.example/store/498 | 90,-40
different Portland
  Java Junction | coffee_shop | 802 SW Morrison St | 97205 | 503-555-0436 | https://javajunction.example/store/17
  Java Junction | Coffee Shop | 921 SW Morrison St | 97205 | 503-555-0536 | https://javajunction.example/store/63 | -130,30
different Boise
  Taco Mesa | mexican_restaurant | 350 N Milwaukee St, Food Court | 83704 | 208-555-0437 |
  Taco Mesa Express | Fast Food Restaurant | 410 N Milwaukee St | 83704 | 208-555-0537 | | 120,75
different Boise
  FuelStop Market #114 | gas_station | 2010 W Fairview Ave | 83702 | 208-555-0438 | https://fuelstop.example
  FuelStop Market #127 | Gas Station | 2121 W Fairview Ave | 83702 | 208-555-0538 | https://fuelstop.example | -115,40
different Halifax
  Tide & Thread | clothing_store | 21 Micmac Boulevard, Unit 112 | B3A 4N3 | 902-555-0439 | https://tidethread.example
  Tide & Thread Outlet | Clothing Store | 21 Micmac Boulevard, Unit 240 | B3A 4N3 | 902-555-0539 | https://tidethread.example | 80,60
different Adelaide
  Boost & Blend | juice_bar | Shop 12, Rundle Place | 5000 | 08 7010 0440 |
  Boost & Blend | Juice Bar | Shop 77, Myer Centre | 5000 | 08 7010 0540 | | 140,-20
different Berlin
  Dönerkönig | turkish_restaurant | Kottbusser Damm 4 | 10967 | 030 23125 441 |
  Dönerkönig 2 | Kebab Shop | Kottbusser Damm 19 | 10967 | 030 23125 541 | | 40,-120
different Berlin
  Backstube Rosa | bakery | Hauptbahnhof, UG 1 | 10557 | 030 23125 442 | https://backstube-rosa.example
  Backstube Rosa | Bakery | Hauptbahnhof, OG 2 | 10557 | 030 23125 542 | https://backstube-rosa.example | 30,55
different Köln
  Drogerie Lotte | drugstore | Schildergasse 20 | 50667 | 0221 4710 443 | https://drogerie-lotte.example
  Drogerie Lotte | Drugstore | Schildergasse 74 | 50667 | 0221 4710 543 | https://drogerie-lotte.example | -135,15
different Zürich
  Kiosk Zentral Gleis 3 | convenience_store | Hauptbahnhof | 8001 | 044 555 04 44 |
  Kiosk Zentral Gleis 18 | Convenience Store | Hauptbahnhof | 8001 | 044 555 05 44 | | 110,20
different Utrecht
  Broodje Berend | sandwich_shop | Hoog Catharijne 14 | 3511 GG | 030 555 0446 | https://broodjeberend.example
  Broodje Berend | Sandwich Shop | Hoog Catharijne 130 | 3511 GG | 030 555 0546 | https://broodjeberend.example | 95,85
different Dubai
  Saffron Express Terminal 1 | indian_restaurant | Dubai Airport | | 04 255 0447 | https://saffronexpress.example
  Saffron Express Terminal 3 | Indian Restaurant | Dubai Airport | | 04 255 0547 | https://saffronexpress.example | 900,-700
different Dubai
  Oasis Exchange | currency_exchange | Deira Mall, Ground Floor | | 04 255 0448 | https://oasisexchange.example
  Oasis Exchange | Currency Exchange | Deira Mall, Second Floor | | 04 255 0548 | https://oasisexchange.example | 20,-65
different Shanghai
  Sunny Milk Tea | bubble_tea | 1F, Raffles Plaza, 268 Xizang Rd | 200001 | 021-5555 0449 |
  Sunny Milk Tea | Bubble Tea Shop | B2, Raffles Plaza, 268 Xizang Rd | 200001 | 021-5555 0549 | | -40,12
different Guadalajara
  Farmacia Tapatía 24h | pharmacy | Av. Chapultepec 100 | 44160 | 33 5555 0450 | https://farmaciatapatia.example
  Farmacia Tapatía | Pharmacy | Av. Chapultepec 225 | 44160 | 33 5555 0550 | https://farmaciatapatia.example | 10,-138
`
