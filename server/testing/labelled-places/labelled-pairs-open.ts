/** Places as two large open data sets have them: chains, departments, machines, shared numbers, gaps. */
export const OPEN_PAIRS = `
same Portland
  Willamette Tire Center | tire_shop | 4110 SE Holgate Blvd | 97202 | +15035550401 | http://www.willamettetire.example/ | nowhere
  Willamette Tire Center | tire_shop | 4110 SE Holgate Blvd | 97202-3344 | | https://willamettetire.example | nowhere
same Portland
  Nine Bridges Coffee | coffee_shop | 1233 NW Lovejoy St | 97209 | +15035550402 | | 5,5
  Nine Bridges Coffee Co | Coffee Shop | 1233 NW Lovejoy St Ste 100 | 97209 | | https://ninebridgescoffee.example | 40,-22
same Portland
  Cedar Mill Eye Care | optometrist | 12400 NW Cornell Rd | 97229 | +15035550403 | https://cedarmilleye.example
  Cedar Mill Eyecare | eye_care_clinic | 12400 NW Cornell Rd | 97229 | +15035550503 | https://cedarmilleye.example | 30,12
same Portland
  Bluff Street Storage | self_storage_facility | | | +15035550404 | https://bluffstreetstorage.example | nowhere
  Bluff Street Storage | storage_facility | 90 Bluff St | 97210 | | https://bluffstreetstorage.example | nowhere
same Portland
  Harvest Hill Church | church_cathedral | 2000 Harvest Hill Rd | 97219 | +15035550405 |
  Harvest Hill Community Church | Church | 2000 Harvest Hill Road | 97219 | +15035550405 | https://harvesthill.example | 210,-140
same Portland
  Petrolane #2231 | gas_station | 8801 SW Barbur Blvd | 97219 | +18005550406 | https://petrolane.example
  Petrolane | gas_station | 8801 SW Barbur Blvd | 97219 | | https://petrolane.example/stations/2231 | 25,18
same Portland
  Bank of Cascadia | bank_credit_union | 10 SW 3rd Ave | 97204 | +18005550407 | https://bankofcascadia.example
  Bank of Cascadia | banks | 10 SW Third Avenue | 97204 | +15035550507 | https://bankofcascadia.example/branches/10-sw-3rd | 18,-15
same Boise
  Foothill Physical Therapy | physical_therapy | 3300 W State St | 83703 | +12085550408 |
  Foothill Physical Therapy - Boise | Physical Therapist | 3300 W State St | 83703 | +12085550408 | https://foothillpt.example | 33,40
same Boise
  H & R Auto Body | auto_body_shop | 901 S Latah St | 83705 | +12085550409 | | nowhere
  H&R Auto Body Shop | automotive_repair | 901 South Latah Street | 83705 | +12085550409 | https://hrautobody.example | nowhere
same Boise
  Lupine Yoga | yoga_studio | 1517 N 13th St | 83702 | | https://lupineyoga.example | nowhere
  Lupine Yoga Studio | Yoga Studio | 1517 N 13th St | 83702 | +12085550410 | | nowhere
same Boise
  Treefort Dental | dentist | 404 S 8th St | 83702 | +12085550411 | https://treefortdental.example
  Treefort Dental: Dr. Lee Almeida | dentist | 404 S 8th St Ste 240 | 83702 | +12085550411 | https://treefortdental.example/dr-almeida | 10,-10
same Boise
  Gem County Feed & Seed | livestock_feed_and_supply_store | 77 Main St | 83617 | +12085550412 | | 0,0 | city=Emmett
  Gem County Feed and Seed | Farm Supply | 77 E Main St | 83617 | +12085550412 | | 55,70 | city=Emmett
same Leeds
  Roundhay Garden Rooms | event_venue | 9 Old Park Road | LS8 1JX | 0113 496 0901 | | nowhere
  The Roundhay Garden Rooms | Wedding Venue | Old Park Road | LS8 1JX | 0113 496 0901 | https://roundhaygardenrooms.example | nowhere
same Leeds
  Chapel Allerton Vets | veterinarian | 103 Harrogate Road | LS7 3PD | | https://cavets.example
  Chapel Allerton Veterinary Surgery | Veterinarian | 103 Harrogate Rd | LS7 3PD | 0113 496 0902 | https://cavets.example | -42,16
same Leeds
  Fishmonger & Daughters | seafood_market | 31 Kirkgate Market | LS2 7HY | 0113 496 0903 | | nowhere
  FISHMONGER AND DAUGHTERS | Fish Market | Kirkgate Market, 31 | LS2 7HY | | | nowhere
same Bristol
  Totterdown Bakes | bakery | 7 Wells Road | BS4 2AG | 0117 496 0904 | https://totterdownbakes.example
  Totterdown Bakes Ltd | Bakery | 7 Wells Rd | BS4 2AG | 0117 496 0954 | | 20,35
same Bristol
  Sail Loft Chandlery | boat_dealer | Underfall Yard | BS1 6XG | 0117 496 0905 | https://sailloftchandlery.example | nowhere
  Sail Loft Chandlery | Boating Store | Underfall Boatyard, Cumberland Road | BS1 6XG | 0117 496 0905 | https://sailloftchandlery.example | nowhere
same Berlin
  Spätkauf Lohmühle | convenience_store | Lohmühlenstr. 44 | 12435 | 030 23125 906 |
  Späti Lohmühle | Convenience Store | Lohmühlenstraße 44 | 12435 | 030 23125 906 | | 14,9
same Berlin
  Hausarztpraxis Dr. Ines Karsten | doctor | Greifswalder Str. 200 | 10405 | 030 23125 907 | https://praxis-karsten.example | nowhere
  Dr. med. Ines Karsten | Doctor's Office | Greifswalder Straße 200 | 10405 | 030 23125 907 | | nowhere
same Berlin
  Blumen Wieland | florist | Hermannstr. 99 | 12051 | | | 12,-9
  Blumenladen Wieland | Florist | Hermannstraße 99 | 12051 | 030 23125 908 | | -15,21
same Köln
  Sparkasse Rheinufer Filiale Ehrenfeld | bank | Venloer Str. 260 | 50823 | 0221 4710 909 | https://sk-rheinufer.example/ehrenfeld
  Sparkasse Rheinufer - Ehrenfeld | Bank | Venloer Straße 260 | 50823 | 0800 4710 909 | https://sk-rheinufer.example | 17,14
same Köln
  Kfz-Meisterbetrieb Dahlhoff | automotive_repair | Widdersdorfer Str. 190 | 50825 | 0221 4710 910 | | nowhere
  Autowerkstatt Dahlhoff GmbH | Automotive Shop | Widdersdorfer Straße 190 | 50825 | 0221 4710910 | https://dahlhoff-kfz.example | nowhere
same Wien
  Optik Sedlacek | optician | Meidlinger Hauptstr. 20 | 1120 | 01 555 0911 | https://optik-sedlacek.example | nowhere
  Sedlacek Optik | Optical Shop | Meidlinger Hauptstraße 20 | 1120 | | https://optik-sedlacek.example | nowhere | city=Vienna
same Lyon
  Pharmacie de la Part-Dieu Nord | pharmacy | 55 Rue Garibaldi | 69006 | 04 65 71 09 12 |
  Pharmacie Part-Dieu Nord | Pharmacy | 55 rue Garibaldi | 69006 | 04 65 71 09 12 | https://pharmapartdieunord.example | 28,-16
same Lyon
  Coiffure Élodie B. | hair_salon | 8 Place Bahadourian | 69003 | | | nowhere
  Elodie B Coiffure | Hair Salon | 8 Pl. Bahadourian | 69003 | 04 65 71 09 13 | | nowhere
same Nantes
  Boucherie Kerouanton | butcher_shop | 2 Rue Joffre | 44000 | 02 61 91 09 14 | | nowhere
  Boucherie Kerouanton et Fils | Butcher | 2 Rue Joffre | 44000 | 02 61 91 09 64 | | nowhere | city=NANTES
same Sevilla
  Autoescuela Macarena | driving_school | Ronda de Capuchinos 11 | 41003 | 955 550 915 | https://autoescuelamacarena.example
  Autoescuela La Macarena | Driving School | Ronda Capuchinos, 11 | 41003 | 955 550 915 | | 44,-31
same Torino
  Ottica Serravalle | optician | Via Cernaia 30 | 10122 | 011 555 0916 | https://otticaserravalle.example | nowhere
  Ottica Serravalle S.r.l. | Optical Shop | V. Cernaia 30 | 10122 | 011 555 0966 | https://otticaserravalle.example | nowhere | city=Turin
same Utrecht
  Kapsalon Van Ginkel | hair_salon | Biltstraat 40 | 3572 BC | 030 555 0917 | https://kapsalonvanginkel.example | nowhere
  Van Ginkel Kapsalon | Hair Salon | Biltstraat 40 | 3572BC | | https://kapsalonvanginkel.example | nowhere
same Göteborg
  Kungsbro Tandvård | dentist | Avenyn 10 | 411 36 | 031-390 06 93 | https://kungsbrotandvard.example | nowhere
  Kungsbro Tandvård AB | Dentist | Avenyn 10, plan 3 | 411 36 | 031-390 06 93 | | nowhere | city=Gothenburg
same Curitiba
  Borracharia do Neno | tire_shop | Rua João Negrão 1500 | 80230 | 41 5555 0919 |
  BORRACHARIA DO NENO | Tire Shop | R. Joao Negrao, 1500 | 80230-150 | | | 38,52
same Adelaide
  Unley Picture Framers | framing_store | 150 Unley Rd | 5061 | 08 7010 0920 | https://unleyframers.example | nowhere
  Unley Picture Framing | Frame Store | 150 Unley Road | 5061 | 08 7010 0920 | https://unleyframers.example/ | nowhere | city=Unley
same Halifax
  Quinpool Shoe Repair | shoe_repair | 6200 Quinpool Rd | B3L 1A3 | 902-555-0921 | | nowhere
  Quinpool Shoe Repair & Keys | Shoe Repair | 6200 Quinpool Road | B3L 1A3 | 902-555-0921 | | nowhere
same Dubai
  Al Marsa Tailoring | tailor | Al Fahidi St | | 04 255 0922 | | nowhere
  Almarsa Tailoring LLC | Tailor | Al Fahidi Street, Bur Dubai | | 04 255 0922 | | nowhere
different Portland
  Hartwell Superstore | department_store | 10000 SE 82nd Ave | 97086 | +15035550431 | https://hartwell.example/store/1834
  Hartwell Pharmacy | pharmacy | 10000 SE 82nd Ave | 97086 | +15035550531 | https://hartwell.example/store/1834/pharmacy | 30,20
different Portland
  Hartwell Superstore | department_store | 3900 SE 82nd Ave | 97266 | +15035550432 | https://hartwell.example | nowhere
  Hartwell Vision Center | optometrist | 3900 SE 82nd Ave | 97266 | | https://hartwell.example | nowhere
different Portland
  Hartwell | supermarket | 7600 SW Barnes Rd | 97225 | +15035550433 | https://hartwell.example
  Hartwell Garden Center | nursery_and_gardening | 7600 SW Barnes Rd | 97225 | +15035550433 | https://hartwell.example | 45,-30
different Portland
  Hartwell Supercenter | supermarket | 1 Grand Loop | 97230 | +15035550434 | https://hartwell.example | nowhere
  Hartwell Auto Care Center | automotive_repair | 1 Grand Loop | 97230 | +15035550534 | https://hartwell.example | nowhere
different Portland
  Greenleaf Market | grocery_store | 909 NE Weidler St | 97232 | +15035550435 | https://greenleafmarket.example
  Greenleaf Market Bakery | bakery | 909 NE Weidler St | 97232 | | https://greenleafmarket.example | 12,8
different Portland
  Bank of Cascadia | bank_credit_union | 500 NE Broadway | 97232 | +18005550407 | https://bankofcascadia.example
  Bank of Cascadia ATM | atms | 500 NE Broadway | 97232 | +18005550407 | https://bankofcascadia.example | 7,5
different Portland
  Rainland Credit Union | bank_credit_union | 41 SW Oak St | 97204 | +15035550437 | https://rainlandcu.example | nowhere
  Rainland Credit Union - Cash Machine | bank_credit_union | 41 SW Oak St | 97204 | | https://rainlandcu.example | nowhere
different Portland
  Petrolane | gas_station | 2020 NE MLK Blvd | 97212 | +18005550406 | https://petrolane.example
  Petrolane | gas_station | 5505 N Lombard St | 97203 | +18005550406 | https://petrolane.example | -4200,5100
different Portland
  Petrolane | gas_station | 1414 SE Grand Ave | 97214 | +18005550406 | https://petrolane.example | nowhere
  Petrolane | gas_station | 200 W Burnside St | 97209 | +18005550406 | https://petrolane.example | nowhere
different Boise
  Petrolane | gas_station | | 83702 | +18005550406 | | nowhere
  Petrolane Food Mart | convenience_store | 88 Curtis Rd | 83706 | +18005550406 | https://petrolane.example | nowhere
different Boise
  Petrolane | gas_station | 4000 W Overland Rd | 83705 | +18005550406 | https://petrolane.example
  Petrolane | gas_station | 4400 W Overland Rd | 83705 | +18005550406 | https://petrolane.example | -380,10
different Boise
  Idaho Parcel Lockers | shipping_center | 10 Vista Ave | 83705 | +18665550438 | https://idahoparcel.example | nowhere
  Idaho Parcel Lockers | shipping_center | 900 Harrison Blvd | 83702 | +18665550438 | https://idahoparcel.example | nowhere
different Boise
  Summit Urgent Care | urgent_care_clinic | 700 E Front St | 83702 | +18885550439 | https://summithealth.example
  Summit Sleep Clinic | medical_center | 700 E Front St | 83702 | +18885550439 | https://summithealth.example | 25,12
different Boise
  Big Sky Burger | burger_restaurant | 6 Eagle Rd | 83646 | +12085550440 | https://bigskyburger.example | nowhere
  Big Sky Burger | burger_restaurant | 410 Ten Mile Rd | 83642 | +12085550540 | https://bigskyburger.example | nowhere | city=Meridian
different Leeds
  Yorkbank | bank | 5 Park Row | LS1 5AB | 0345 600 0931 | https://yorkbank.example
  Yorkbank Cash Machine | atms | 5 Park Row | LS1 5AB | 0345 600 0931 | https://yorkbank.example | 3,9
different Leeds
  Dales Fuel | gas_station | Stanningley Road | LS12 2HJ | 0800 496 0932 | https://dalesfuel.example
  Dales Fuel | gas_station | Otley Road | LS16 6AA | 0800 496 0932 | https://dalesfuel.example | -2500,6000
different Leeds
  Aireside Superstore | supermarket | 50 Aire Street | LS1 4HT | 0113 496 0933 | https://aireside.example
  Aireside Superstore Café | cafe | 50 Aire Street | LS1 4HT | 0113 496 0933 | https://aireside.example/cafe | 10,10
different Leeds
  Headrow Chambers Solicitors | lawyer | 19 The Headrow | LS1 6PU | 0113 496 0934 | https://headrowchambers.example | nowhere
  Headrow House Accountants | accountant | 19 The Headrow | LS1 6PU | 0113 496 0984 | | nowhere
different Bristol
  Avon Leisure Centre | sports_centre | Cheddar Road | BS5 1AA | 0117 496 0935 | https://avonleisure.example
  Avon Leisure Centre Car Park | parking | Cheddar Road | BS5 1AA | | https://avonleisure.example | 80,-20
different Bristol
  City Library | library | College Green | BS1 5TL | 0117 496 0936 | https://bristol.example | nowhere
  City Museum | museum | College Green | BS1 5TL | 0117 496 0936 | https://bristol.example | nowhere
different Berlin
  Volksbank Spreetal | bank | Karl-Marx-Str. 70 | 12043 | 030 23125 937 | https://vb-spreetal.example
  Volksbank Spreetal Geldautomat | bank | Karl-Marx-Straße 70 | 12043 | 030 23125 937 | https://vb-spreetal.example | 6,-6
different Berlin
  Möbelhaus Ranke | furniture_store | Rhinstr. 100 | 12681 | 030 23125 938 | https://moebel-ranke.example
  Restaurant im Möbelhaus Ranke | restaurant | Rhinstraße 100 | 12681 | 030 23125 938 | https://moebel-ranke.example | 25,30
different Berlin
  Tankland | gas_station | Landsberger Allee 500 | 12681 | 0800 2312599 | https://tankland.example
  Tankland | gas_station | Sonnenallee 220 | 12057 | 0800 2312599 | https://tankland.example | -3000,-7100
different Köln
  Paketshop Niehl | shipping_center | Niehler Str. 40 | 50733 | 0180 5123456 | https://paketdienst.example
  Paketshop Nippes | shipping_center | Neusser Str. 200 | 50733 | 0180 5123456 | https://paketdienst.example | -700,300
different Lyon
  Hypermarché Rhône-Sud | supermarket | 1 Avenue du Stade | 69200 | 04 65 71 09 41 | https://rhonesud.example
  Station-service Hypermarché Rhône-Sud | gas_station | 1 Avenue du Stade | 69200 | 04 65 71 09 41 | https://rhonesud.example/station | 120,60
different Lyon
  Hypermarché Rhône-Sud | supermarket | 1 Avenue du Stade | 69200 | 04 65 71 09 41 | https://rhonesud.example | nowhere
  Rhône-Sud Optique | optician | 1 Avenue du Stade | 69200 | 04 65 71 09 91 | https://rhonesud.example | nowhere
different Sevilla
  Clínica Nervión | clinic | Calle Beatriz de Suabia 20 | 41018 | 900 550 942 | https://clinicanervion.example
  Farmacia Nervión | pharmacy | Calle Beatriz de Suabia 22 | 41018 | 955 550 942 | | 22,6
different Torino
  Banca Piemontina | bank | Corso Francia 12 | 10138 | 800 555 094 | https://bancapiemontina.example
  Banca Piemontina | bank | Corso Orbassano 200 | 10137 | 800 555 094 | https://bancapiemontina.example | -900,-4600
different Utrecht
  Bouwmarkt Domstad | hardware_store | Franciscusdreef 30 | 3565 AB | 0800 0444 | https://bouwmarktdomstad.example
  Tuincentrum Domstad | nursery_and_gardening | Franciscusdreef 32 | 3565 AB | 0800 0444 | https://bouwmarktdomstad.example | 90,40
different Göteborg
  Västkust Apotek Nordstan | pharmacy | Nordstadstorget 1 | 411 05 | 0771-450 450 | https://vastkustapotek.example
  Västkust Apotek Avenyn | pharmacy | Avenyn 22 | 411 36 | 0771-450 450 | https://vastkustapotek.example | 300,-1400
different Adelaide
  Torrens Hardware | hardware_store | 40 Port Rd | 5031 | 1800 555 094 | https://torrenshardware.example | nowhere
  Torrens Hardware Trade Centre | building_supply_store | 12 Grange Rd | 5031 | 1800 555 094 | https://torrenshardware.example | nowhere
different Dubai
  Emirate Exchange | currency_exchange | Al Rigga Road | | 800 5550 | https://emirateexchange.example
  Emirate Exchange | currency_exchange | Al Maktoum Road | | 800 5550 | https://emirateexchange.example | 700,-400
`
