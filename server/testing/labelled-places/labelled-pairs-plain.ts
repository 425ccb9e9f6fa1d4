/** One business as two sources have it, with the noise that open data has. */
export const PLAIN_PAIRS = `
same Leeds
  Marsh Lane Bakery | bakery | 12 Marsh Lane | LS9 8AB | +44 113 496 0101 | https://marshlanebakery.example
  MARSH LANE BAKERY LTD | Bakery | 12 Marsh Ln | LS9 8AB | 0113 4960101 | | 18,-9
same Leeds
  Kirkgate Cycles | bicycle_shop | 40 Kirkgate | LS2 7DP | 0113 496 0102 | http://www.kirkgatecycles.example/
  Kirkgate Cycle Shop | shop=bicycle | Kirkgate | | 0113 496 0102 | kirkgatecycles.example | -31,12
same Leeds
  Dr. Amara Osei Dental Practice | dentist | 3 Park Row | LS1 5HD | 0113 496 0103 |
  Amara Osei Dental | Dentist's Office | 3 Park Row | LS1 5HD | | https://oseidental.example | 22,15
same Bristol
  Harbour & Vine | wine_bar | 8 Welsh Back | BS1 4SP | 0117 496 0104 | https://harbourandvine.example
  Harbour and Vine | Wine Bar | Welsh Back 8 | BS1 4SP | (0117) 496-0104 | https://www.harbourandvine.example/menu | 64,-40
same Bristol
  Redcliffe Joinery | carpenter | Unit 4, Redcliffe Trading Estate | BS1 6NP | 0117 496 0105 |
  Redcliffe Joinery Limited | Carpenter | Redcliffe Trading Est. Unit 4 | | | https://redcliffejoinery.example | 95,70
same Bristol
  The Tabby Cat Café | cafe | 21 Picton Street | BS6 5PZ | | https://tabbycat.example
  Tabby Cat Cafe | Coffee Shop | 21 Picton St | BS6 5PZ | 0117 496 0106 | https://tabbycat.example/visit | -12,7
same Galway
  Ó Briain Hardware | hardware_store | 15 Dominick Street Lower | H91 X2T3 | +353 91 555 107 |
  O'Briain Hardware | Hardware Store | 15 Lower Dominick St | | 091 555 107 | | 44,20
same Galway
  Claddagh Quay Dental Clinic | dentist | 2 Claddagh Quay | | 091 555 108 | https://claddaghdental.example
  Claddagh Quay Dental | Dentist | Claddagh Quay | H91 | | https://claddaghdental.example | 120,-60
same Portland
  Stump & Saw Brewing Company | brewery | 1420 SE Belmont St | 97214 | (503) 555-0109 | https://stumpandsaw.example
  Stump and Saw Brewing Co. | Brewery | 1420 Southeast Belmont Street | 97214 | +1 503-555-0109 | | 26,31
same Portland
  Nakamura Auto Repair | automotive_repair | 905 N Lombard St | 97217 | 503.555.0110 |
  NAKAMURA AUTO REPAIR INC | Automotive Shop | 905 N Lombard St | 97217-1234 | | | 15,-28
same Portland
  Evergreen Family Chiropractic | chiropractor | 77 NE Alder Ave Ste 200 | 97212 | 503-555-0111 | http://evergreenchiro.example
  Evergreen Chiropractic | Chiropractor | 77 NE Alder Ave | 97212 | 503-555-0111 | | 640,-900
same Boise
  Lucky Pine Tattoo | tattoo_and_piercing | 310 W Idaho St | 83702 | 208-555-0112 | https://luckypine.example
  Lucky Pine Tattoo Studio | Tattoo Parlor | 310 W. Idaho Street | 83702 | 208-555-0112 | https://www.instagram.com/luckypinetattoo | 9,5
same Boise
  Gem State Plumbing & Heating | plumbing | | 83704 | (208) 555-0113 | https://gemstateplumbing.example
  Gem State Plumbing and Heating LLC | Plumber | 88 N Orchard St | 83704 | 2085550113 | gemstateplumbing.example | 700,820
same Halifax
  Citadel Books | bookstore | 1675 Brunswick Street | B3J 3Y5 | +1 902 555 0114 |
  Citadel Books Ltd. | Bookstore | 1675 Brunswick St. | B3J 3Y5 | | https://citadelbooks.example | -20,33
same Halifax
  Poissonnerie du Port | seafood_market | 12 Water Street | | 902-555-0115 | https://poissonnerieduport.example
  LA POISSONNERIE DU PORT | Fish Market | 12 Water St | B3J 1A1 | 902-555-0115 | | 55,-12
same Adelaide
  Gouger Street Physio | physical_therapy | 91 Gouger St | 5000 | (08) 7010 0116 | https://gougerphysio.example
  Gouger Street Physiotherapy | Physical Therapist | 91 Gouger Street | 5000 | +61 8 7010 0116 | | -38,-14
same Adelaide
  Saltbush Pottery | arts_and_crafts | 4 Leigh St | 5000 | | https://saltbushpottery.example
  Saltbush Pottery Studio | Arts & Crafts Store | | 5000 | | http://saltbushpottery.example/ | 81,40
same Berlin
  Bäckerei Wohlrab | bakery | Torstraße 118 | 10119 | 030 23125 117 | https://baeckerei-wohlrab.example
  Baeckerei Wohlrab GmbH | Bakery | Torstr. 118 | 10119 | +49 30 23125117 | | 21,-16
same Berlin
  Zahnarztpraxis Dr. Henrike Mühlhaus | dentist | Kastanienallee 22 | 10435 | 030 23125118 | https://zahnarzt-muehlhaus.example
  Dr. med. dent. Henrike Muehlhaus | Dentist | Kastanienallee 22 | 10435 | 030 23125 118 | | 14,19
same Berlin
  Fahrradladen Speichenkarussell | bicycle_shop | Weserstr. 51 | 12045 | |
  Speichenkarussell Fahrradladen | Bike Shop | Weserstraße 51 | 12045 | 030-23125-119 | https://speichenkarussell.example | -11,24
same Köln
  Brauhaus Zum Rheinkiesel | brewery | Severinstr. 7 | 50678 | 0221 4710 120 | https://rheinkiesel.example
  Zum Rheinkiesel | Beer Hall | Severinstraße 7 | 50678 | 0221 4710120 | | 33,8 | city=Cologne
same Köln
  Tischlerei Pütz & Söhne | carpenter | Venloer Straße 310 | 50823 | +49 (0)221 4710 121 |
  Tischlerei Puetz u. Soehne | Carpenter | Venloer Str. 310 | | 0221 / 4710 121 | https://puetz-soehne.example | 49,-88 | city=Koeln
same Wien
  Konditorei Pallavicz | pastry_shop | Josefstädter Straße 33 | 1080 | +43 1 555 0122 | https://pallavicz.example
  Café Konditorei Pallavicz | Dessert Shop | Josefstaedter Str. 33 | 1080 | 01 5550122 | http://www.pallavicz.example | -17,-9 | city=Vienna
same Wien
  Elektro Hruschka | electrician | Lerchengasse 12 | 1070 | 01 555 01 23 |
  Elektro Hruschka Ges.m.b.H. | Electrician | Lerchengasse 12/3 | 1070 | | https://elektro-hruschka.example | 900,-600
same Zürich
  Bergsteiger Optik | optometrist | Langstrasse 88 | 8004 | +41 44 555 01 24 | https://bergsteigeroptik.example
  Bergsteiger Optik AG | Optical Shop | Langstr. 88 | 8004 | 044 555 01 24 | | 28,28 | city=Zurich
same Lyon
  Boulangerie Maison Cordelier | bakery | 14 Rue Mercière | 69002 | 04 65 71 01 25 | https://maisoncordelier.example
  Maison Cordelier | Bakery | 14 r. Merciere | 69002 | +33 4 65 71 01 25 | | 16,-21
same Lyon
  Cabinet d'Ostéopathie Fabienne Roux-Delmas | osteopath | 5 Place Sathonay | 69001 | | https://roux-delmas.example
  Roux-Delmas Fabienne | Doctor's Office | 5 Pl. Sathonay | 69001 | 04 65 71 01 26 | https://www.roux-delmas.example | -25,13
same Nantes
  Crêperie L'Étoile de Granit | creperie | 9 Rue des Carmes | 44000 | 02 61 91 01 27 |
  Creperie Etoile de Granit | Creperie | 9 Rue des Carmes | 44000 | 0261910127 | https://etoiledegranit.example | 37,2
same Sevilla
  Ferretería Hermanos Luján | hardware_store | Calle Feria 61 | 41003 | 955 55 01 28 |
  Ferreteria Hnos. Lujan S.L. | Hardware Store | C/ Feria, 61 | 41003 | +34 955 550 128 | | -23,34
same Sevilla
  Clínica Veterinaria Guadalrío | veterinarian | Avenida de la Buhaira 4 | 41018 | 955 550 129 | https://vetguadalrio.example
  Guadalrio Clinica Veterinaria | Veterinarian | Avda. de la Buhaira, 4 | | | https://vetguadalrio.example/contacto | 130,-45
same Torino
  Panificio Bertolasso | bakery | Via Garibaldi 27 | 10122 | 011 555 0130 |
  Panificio Bertolasso di G. Bertolasso & C. S.n.c. | Bakery | V. Garibaldi, 27 | 10122 | +39 011 5550130 | | 12,26
same Torino
  Libreria La Talpa Curiosa | bookstore | Corso Vittorio Emanuele II 84 | 10121 | | https://talpacuriosa.example
  La Talpa Curiosa | Bookstore | Corso Vittorio Emanuele 84 | 10121 | 011 555 01 31 | https://talpacuriosa.example | 71,18 | city=Turin
same Porto
  Padaria São Bartolomeu | bakery | Rua das Flores 140 | 4050-262 | 22 555 0132 |
  Padaria Sao Bartolomeu, Lda | Bakery | R. das Flores 140 | 4050 | +351 225 550 132 | https://padariasb.example | -29,-30
same Kraków
  Pierogarnia Pod Jaskółką | polish_restaurant | ul. Długa 18 | 31-146 | 12 555 01 33 | https://podjaskolka.example
  Pierogarnia "Pod Jaskolka" | Polish Restaurant | Dluga 18 | 31-146 | +48125550133 | | 24,6 | city=Krakow
same Utrecht
  Fietsenmaker De Gouden Ketting | bicycle_repair | Oudegracht 201 | 3511 NH | 030 555 0134 |
  De Gouden Ketting B.V. | Bike Shop | Oudegracht 201 | 3511NH | +31 30 555 01 34 | https://goudenketting.example | -35,-10
same Göteborg
  Frisör Lövängen | hair_salon | Linnégatan 12 | 413 04 | 031-390 06 35 |
  Frisor Lovangen AB | Hair Salon | Linnegatan 12 | 41304 | +46313900635 | https://lovangen.example | 10,-12 | city=Gothenburg
same Guadalajara
  Taller Mecánico Los Arrayanes | automotive_repair | Av. Vallarta 1455 | 44160 | 33 5555 0136 |
  Los Arrayanes Taller Mecanico | Automotive Shop | Avenida Vallarta 1455 | 44160 | +52 33 5555 0136 | | 84,91
same Curitiba
  Farmácia Bem Viver do Batel | pharmacy | R. Bispo Dom José 2100 | 80440-080 | (41) 5555-0137 | https://bemviverbatel.example
  FARMACIA BEM VIVER DO BATEL LTDA | Pharmacy | Rua Bispo Dom Jose, 2100 | | | bemviverbatel.example | 19,-44
same İzmir
  Kordon Balık Evi | seafood_restaurant | Atatürk Caddesi 174 | 35210 | 0232 255 01 38 |
  KORDON BALIK EVI | Seafood Restaurant | Ataturk Cad. No:174 | | +90 232 255 01 38 | https://kordonbalikevi.example | 26,-8 | city=Izmir
same Leeds
  Otley Chevin Brewing | brewery | | LS21 3DD | 0113 496 0139 | https://chevinbrewing.example
  Otley Chevin Brewing Co | Brewery | 3 Ilkley Road | LS21 3DD | 0113 496 0139 | https://chevinbrewing.example | nowhere
same Porto
  Ourivesaria Monteiro & Filhos | jewelry_store | Rua de Cedofeita 88 | 4050 | |
  Ourivesaria Monteiro e Filhos | Jewelry Store | R. de Cedofeita, 88 | 4050-174 | 22 555 0140 | | -21,11
`
