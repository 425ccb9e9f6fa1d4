/** Two businesses in one building, often under one phone. */
export const BUILDING_PAIRS = `
different Leeds
  The Aire Hotel | hotel | 1 Sovereign Street | LS1 4DA | 0113 496 0601 | https://airehotel.example
  The Sluice Restaurant at The Aire | restaurant | 1 Sovereign Street | LS1 4DA | 0113 496 0601 | https://airehotel.example/dining | 15,-12
different Leeds
  Dr Helen Carrow | doctor | 40 Street Lane | LS8 2DQ | 0113 496 0602 | https://streetlanesurgery.example
  Dr Nikhil Banerjee | Doctor's Office | 40 Street Lane | LS8 2DQ | 0113 496 0602 | https://streetlanesurgery.example | 4,3
different Bristol
  Wessex Bank | bank | 22 Corn Street | BS1 1HQ | 0117 496 0603 | https://wessexbank.example
  Wessex Bank ATM | ATM | 22 Corn Street | BS1 1HQ | | https://wessexbank.example | 6,-5
different Bristol
  Greenfields Superstore | supermarket | 100 Fishponds Road | BS5 6SA | 0117 496 0604 | https://greenfields.example/fishponds
  Greenfields Pharmacy | Pharmacy | 100 Fishponds Road | BS5 6SA | 0117 496 0704 | https://greenfields.example/fishponds/pharmacy | 35,20
different Galway
  Corrib House Hotel | hotel | 3 Waterside | H91 | 091 555 605 | https://corribhouse.example
  Corrib House Spa | Spa | 3 Waterside | H91 | 091 555 605 | https://corribhouse.example/spa | -22,14
different Portland
  Alder Law Group | lawyer | 520 SW Yamhill St Ste 700 | 97204 | 503-555-0606 | https://alderlaw.example
  Yamhill Tax Advisors | Accountant | 520 SW Yamhill St Ste 410 | 97204 | 503-555-0706 | https://yamhilltax.example | 5,7
different Portland
  Jane Whitlock, LMT | massage_therapist | 3030 SE Hawthorne Blvd | 97214 | 503-555-0607 | https://hawthornewellness.example
  Tomas Reyes, Acupuncture | Acupuncturist | 3030 SE Hawthorne Blvd | 97214 | 503-555-0607 | https://hawthornewellness.example | -6,4
different Boise
  Big Elk RV Park | rv_park | 5600 W Chinden Blvd | 83714 | 208-555-0608 | https://bigelkrv.example
  Big Elk Diner | Diner | 5600 W Chinden Blvd | 83714 | 208-555-0608 | https://bigelkrv.example | 60,-45
different Halifax
  Harbourfront Medical Clinic | doctor | 1800 Lower Water Street | B3J 3S8 | 902-555-0610 |
  Harbourfront Physiotherapy | Physical Therapist | 1800 Lower Water Street | B3J 3S8 | 902-555-0710 | | 8,-10
different Adelaide
  Hindmarsh Post Office | post_office | 30 Port Rd | 5007 | 08 7010 0611 |
  Hindmarsh Newsagency | Newsagent | 30 Port Rd | 5007 | 08 7010 0611 | | 3,6
different Berlin
  Praxis Dr. med. Sabine Ohlsen | doctor | Prenzlauer Allee 180 | 10405 | 030 23125 612 | https://praxis-ohlsen-brandt.example
  Praxis Dr. med. Uwe Brandt | Doctor's Office | Prenzlauer Allee 180 | 10405 | 030 23125 612 | https://praxis-ohlsen-brandt.example | 5,-4
different Köln
  Hotel Domhof | hotel | Komödienstraße 12 | 50667 | 0221 4710 614 | https://domhof.example
  Brasserie Agrippa im Hotel Domhof | French Restaurant | Komödienstraße 12 | 50667 | 0221 4710 714 | https://domhof.example/agrippa | 9,11
different Wien
  Rechtsanwalt Mag. Georg Traxler | lawyer | Wollzeile 9 | 1010 | 01 555 0615 | https://kanzlei-wollzeile.example
  Rechtsanwältin Dr. Ines Kofler | Lawyer | Wollzeile 9 | 1010 | 01 555 0615 | https://kanzlei-wollzeile.example | 2,5
different Zürich
  Coiffeur Belmondo | hair_salon | Badenerstrasse 140 | 8004 | 044 555 06 16 |
  Nagelstudio Bella Mano | Nail Salon | Badenerstrasse 140 | 8004 | 044 555 06 16 | | 7,-2
different Lyon
  Cabinet Infirmier Chevallier | doctor | 80 Avenue Jean Jaurès | 69007 | 04 65 71 06 17 |
  Cabinet de Kinésithérapie Arnoux | Physical Therapist | 80 Avenue Jean Jaurès | 69007 | 04 65 71 07 17 | | -4,8
different Nantes
  Garage de l'Erdre | automotive_repair | 9 Route de Paris | 44300 | 02 61 91 06 18 | https://garage-erdre.example
  Contrôle Technique de l'Erdre | Vehicle Inspection Station | 9 Route de Paris | 44300 | 02 61 91 07 18 | https://ct-erdre.example | 30,16
different Sevilla
  Hotel Patio de las Naranjas | hotel | Calle Mateos Gago 20 | 41004 | 955 550 619 | https://patiodelasnaranjas.example
  Azotea Bar | Cocktail Bar | Calle Mateos Gago 20 | 41004 | 955 550 619 | https://patiodelasnaranjas.example/azotea | 6,6
different Torino
  Farmacia San Carlo | pharmacy | Piazza San Carlo 190 | 10121 | 011 555 0620 |
  Studio Dentistico San Carlo | Dentist | Piazza San Carlo 190 | 10121 | 011 555 0720 | | -11,5
different Porto
  Livraria Douro Sul | bookstore | Rua do Almada 200 | 4050 | 22 555 0621 | https://dourosul.example
  Café Douro Sul | Café | Rua do Almada 200 | 4050 | 22 555 0621 | https://dourosul.example/cafe | 5,-3
different Kraków
  Kancelaria Notarialna Anna Wrona | notary | ul. Basztowa 5 | 31-134 | 12 555 06 22 |
  Biuro Rachunkowe Wrona-Lis | Accountant | ul. Basztowa 5 | 31-134 | 12 555 07 22 | | 9,2
different Göteborg
  Hisingens Simhall | swimming_pool | Rambergsvägen 10 | 417 06 | 031-390 06 63 | https://hisingenbad.example
  Café Doppet, Hisingens Simhall | Café | Rambergsvägen 10 | 417 06 | 031-390 06 63 | | 18,22
different Guadalajara
  Hospital Santa Mónica | hospital | Av. La Paz 1900 | 44150 | 33 5555 0624 | https://hsantamonica.example
  Farmacia Hospital Santa Mónica | Pharmacy | Av. La Paz 1900 | 44150 | 33 5555 0624 | https://hsantamonica.example | 25,-18
`

/** Like names near each other, each a business of its own. */
export const NEARBY_PAIRS = `
different Leeds
  Smith & Sons | funeral_service | 14 Roundhay Road | LS7 1AB | 0113 496 0641 | https://smithandsons.example
  Smith Dental | Dentist | 16 Roundhay Road | LS7 1AB | 0113 496 0741 | https://smithdental.example | 14,6
different Leeds
  St Mary's Church Hall | community_center | 8 Church Lane | LS6 4NP | 0113 496 0642 |
  St Mary's Primary School | Elementary School | 10 Church Lane | LS6 4NP | 0113 496 0742 | https://stmarysprimary.example | 75,-50
different Bristol
  Gate 1 Car Park | parking | Temple Way | BS1 6NP | 0117 496 0643 |
  Gate 2 Car Park | Parking | Temple Way | BS1 6NP | 0117 496 0743 | | 95,20
different Bristol
  Clifton Dental Care | dentist | 12 Queens Road | BS8 1QE | 0117 496 0644 | https://cliftondentalcare.example
  Clifton Dental Studio | Dentist | 48 Queens Road | BS8 1QU | 0117 496 0744 | https://cliftondentalstudio.example | 120,65
different Galway
  Murphy's Bar | pub | 9 Shop Street | H91 | 091 555 645 |
  Murphy's Butchers | Butcher | 13 Shop Street | H91 | 091 555 745 | | 28,-19
different Portland
  Pearl Dental Group | dentist | 1100 NW Glisan St | 97209 | 503-555-0646 | https://pearldentalgroup.example
  Pearl District Dentistry | Dentist | 1021 NW Everett St | 97209 | 503-555-0746 | https://pearldistrictdentistry.example | 90,-105
different Portland
  Nguyen Nails | nail_salon | 8200 SE Division St | 97266 | 503-555-0647 |
  Nguyen Law Office | Law Office | 8204 SE Division St | 97266 | 503-555-0747 | https://nguyenlaw.example | 12,2
different Boise
  North End Barber | barber | 1500 N 13th St | 83702 | 208-555-0648 | https://northendbarber.example
  North End Bakery | Bakery | 1514 N 13th St | 83702 | 208-555-0748 | https://northendbakery.example | 20,30
different Boise
  Elm Court Apartments Building A | apartments | 700 S Elm Ave | 83706 | 208-555-0649 |
  Elm Court Apartments Building C | Apartment Building | 740 S Elm Ave | 83706 | 208-555-0749 | | 85,-30
different Halifax
  MacDonald Law | lawyer | 1550 Bedford Row | B3J 1T3 | 902-555-0650 | https://macdonaldlaw.example
  MacDonald & MacIsaac Insurance | Insurance Office | 1558 Bedford Row | B3J 1T3 | 902-555-0750 | https://macmac.example | 31,9
different Adelaide
  Central Market Fruit Stall 14 | fruit_store | Central Market | 5000 | 08 7010 0651 |
  Central Market Fruit Stall 41 | Fruit & Vegetable Store | Central Market | 5000 | 08 7010 0751 | | 38,-27
different Berlin
  Café Schmidt | cafe | Bergmannstraße 20 | 10961 | 030 23125 652 | https://cafe-schmidt.example
  Optik Schmidt | Optical Shop | Bergmannstraße 24 | 10961 | 030 23125 752 | https://optik-schmidt.example | 33,4
different Berlin
  Kita Regenbogen I | day_care_preschool | Boxhagener Straße 10 | 10245 | 030 23125 653 |
  Kita Regenbogen II | Daycare | Boxhagener Straße 32 | 10245 | 030 23125 753 | | 105,-35
different Wien
  Apotheke Zur Heiligen Anna | pharmacy | Landstraßer Hauptstraße 30 | 1030 | 01 555 0654 |
  Ordination Dr. Anna Heilig | Doctor's Office | Landstraßer Hauptstraße 34 | 1030 | 01 555 0754 | | 42,8
different Lyon
  Hôtel Bellecour Centre | hotel | 5 Rue Victor Hugo | 69002 | 04 65 71 06 55 | https://bellecour-centre.example
  Hôtel Bellecour Sud | Hotel | 31 Rue Victor Hugo | 69002 | 04 65 71 07 55 | https://bellecour-sud.example | 15,-130
different Sevilla
  Bar Pepe | bar | Calle Sierpes 10 | 41004 | 955 550 656 |
  Casa Pepe | Spanish Restaurant | Calle Sierpes 22 | 41004 | 955 550 756 | https://casapepe.example | -24,41
different Kraków
  Hostel Wawel 1 | hostel | ul. Grodzka 40 | 31-044 | 12 555 06 58 | https://hostelwawel1.example
  Hostel Wawelski Smok | Hostel | ul. Grodzka 52 | 31-044 | 12 555 07 58 | https://wawelskismok.example | -20,-75
different İzmir
  Yıldız Eczanesi | pharmacy | Kıbrıs Şehitleri Caddesi 80 | 35220 | 0232 255 06 59 |
  Yıldız Kuruyemiş | Nut Store | Kıbrıs Şehitleri Caddesi 84 | 35220 | 0232 255 07 59 | | 11,17
different Curitiba
  Posto Araucária Norte | gas_station | Av. das Torres 1000 | 81540 | 41 5555 0660 |
  Posto Araucária Sul | Gas Station | Av. das Torres 1100 | 81540 | 41 5555 0760 | | 70,-110
`
