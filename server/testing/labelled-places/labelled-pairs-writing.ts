/** One record in the writing of the country, the other in Latin letters. */
export const WRITTEN_PAIRS = `
same Thessaloniki
  Φούρνος Παπαδόπουλος | bakery | Εγνατία 120 | 546 21 | +30 2310 555 301 | | | city=Θεσσαλονίκη
  Fournos Papadopoulos | Bakery | Egnatia 120 | 54621 | 2310 555301 | | 15,9
same Thessaloniki
  Ταβέρνα Το Ναυτικό | greek_restaurant | Αριστοτέλους 8 | 546 24 | 2310 555 302 | https://tonaftiko.example | | city=Θεσσαλονίκη
  To Naftiko | Greek Restaurant | Aristotelous 8 | | | https://tonaftiko.example | -40,22
same Thessaloniki
  Οδοντιατρείο Μαρία Καραγιάννη | dentist | Τσιμισκή 45 | 546 23 | 2310 555 303 | | | city=Θεσσαλονίκη
  Maria Karagianni Dental Clinic | Dentist | Tsimiski 45 | 546 23 | +302310555303 | https://karagianni-dental.example | 20,-13
same Thessaloniki
  Βιβλιοπωλείο Ιανός Βήμα | bookstore | Αριστοτέλους 7 | 546 24 | | | | city=Θεσσαλονίκη
  Ianos Vima | Bookstore | Aristotelous 7 | 546 24 | 2310 555 304 | https://ianosvima.example | 11,6
same Kyiv
  Кав'ярня Львівські Пагорби | coffee_shop | вул. Саксаганського 40 | 01033 | +380 44 555 0305 | https://pagorby.example | | city=Київ
  Lvivski Pahorby Coffee | Coffee Shop | Saksahanskoho St 40 | 01033 | 044 555 0305 | | 24,-17
same Kyiv
  Стоматологія Біла Посмішка | dentist | вул. Велика Васильківська 72 | 03150 | 044 555 0306 | https://bila-posmishka.example | | city=Київ
  Bila Posmishka | Dentist | Velyka Vasylkivska Street, 72 | 03150 | | https://bila-posmishka.example | -33,-10
same Kyiv
  Автосервіс Дніпро Мотор | automotive_repair | вул. Набережна 5 | | 044 555 0307 | | | city=Київ
  Dnipro Motor Auto Service | Automotive Shop | | | +380445550307 | | 110,60
same Kyiv
  Ресторан Варенична Бабуся | restaurant | вул. Хрещатик 14 | 01001 | | | | city=Київ
  Varenychna Babusia | Ukrainian Restaurant | Khreshchatyk St 14 | 01001 | 044 555 0308 | https://babusia.example | 8,12
same Sofia
  Аптека Здравец | pharmacy | ул. Граф Игнатиев 21 | 1000 | 02 555 0309 | | | city=София
  Zdravets Pharmacy | Pharmacy | 21 Graf Ignatiev St | 1000 | +359 2 555 0309 | | -18,21
same Sofia
  Механа Старата Круша | bulgarian_restaurant | ул. Шипка 9 | 1504 | 02 555 0310 | https://staratakrusha.example | | city=София
  Mehana Starata Krusha | Eastern European Restaurant | Shipka 9 | 1504 | | https://staratakrusha.example | 36,3
same Sofia
  Автошкола Витоша Драйв | driving_school | бул. Витоша 60 | 1463 | 02 555 0311 | | | city=София
  Vitosha Drive | Driving School | bul. Vitosha 60 | 1463 | 02 555 0311 | https://vitoshadrive.example | 50,-45
same Kyoto
  鴨川珈琲店 | coffee_shop | 木屋町通四条上る | 604-8001 | 075-555-0312 | https://kamogawacoffee.example | | city=京都市
  Kamogawa Coffee | Coffee Shop | Kiyamachi-dori Shijo Agaru | 604-8001 | +81 75-555-0312 | https://kamogawacoffee.example | 14,-8
same Kyoto
  田中歯科医院 | dentist | 河原町通 210 | 604-8031 | 075-555-0313 | | | city=京都市
  Tanaka Dental Clinic | Dentist | Kawaramachi-dori 210 | 604-8031 | 075 555 0313 | | -9,16
same Kyoto
  ラーメン赤とんぼ | ramen_restaurant | | | | https://akatombo-ramen.example | | city=京都市
  Ramen Akatombo | Ramen Restaurant | Shinkyogoku 55 | 604-8046 | 075-555-0314 | https://www.akatombo-ramen.example | 31,27
same Shanghai
  老城面馆 | noodles_restaurant | 福州路120号 | 200001 | 021-5555 0315 | | | city=上海市
  Laocheng Noodle House | Noodle Restaurant | 120 Fuzhou Rd | 200001 | +86 21 5555 0315 | | 46,-19
same Shanghai
  蓝鲸健身 | gym | 南京西路800号 | 200041 | 021-5555 0316 | https://bluewhalefit.example | | city=上海市
  Blue Whale Fitness | Gym | 800 West Nanjing Road | | | https://bluewhalefit.example | -52,38
same Cairo
  مخبز النخيل | bakery | شارع طلعت حرب 18 | | +20 2 2555 0317 | | | city=القاهرة
  Al Nakheel Bakery | Bakery | 18 Talaat Harb St | | 02 25550317 | https://alnakheel.example | 23,-31
same Cairo
  صيدلية الشفاء | pharmacy | شارع قصر النيل 30 | | 02 2555 0318 | https://alshifa-pharmacy.example | | city=القاهرة
  El Shefa Pharmacy | Pharmacy | 30 Kasr El Nil Street | | | https://alshifa-pharmacy.example | -14,-22
same Dubai
  مطعم ليالي الشام | middle_eastern_restaurant | شارع الرقة | | 04 255 0319 | | | city=دبي
  Layali Al Sham Restaurant | Middle Eastern Restaurant | Al Rigga Road | | +971 4 255 0319 | https://layalialsham.example | 62,14
same Dubai
  كراج الصقر الذهبي | automotive_repair | القوز الصناعية 3 | | 04 255 0320 | https://goldenfalcongarage.example | | city=دبي
  Golden Falcon Garage LLC | Automotive Shop | Al Quoz Industrial 3 | | 04 255 0320 | https://goldenfalcongarage.example | 140,-95
different Thessaloniki
  Φαρμακείο Νικολάου | pharmacy | Εγνατία 60 | 546 25 | 2310 555 321 | | | city=Θεσσαλονίκη
  Dimitriou Pharmacy | Pharmacy | Egnatia 66 | 546 25 | 2310 555 421 | | 45,5
different Kyiv
  Піцерія Наполі | pizza_restaurant | вул. Межигірська 3 | 04070 | 044 555 0322 | | | city=Київ
  Sushi Kit | Sushi Restaurant | Mezhyhirska St 3 | 04070 | 044 555 0422 | https://sushikit.example | 6,-9
different Sofia
  Хотел Орфей | hotel | ул. Раковски 80 | 1000 | 02 555 0323 | https://hotel-orfey.example | | city=София
  Hotel Orion | Hotel | 86 Rakovski St | 1000 | 02 555 0423 | https://hotel-orion.example | 70,12
different Kyoto
  鈴木書店 | bookstore | 寺町通 30 | 604-8081 | 075-555-0324 | | | city=京都市
  Suzuki Barber | Barbershop | Teramachi-dori 32 | 604-8081 | 075-555-0424 | | 18,4
different Shanghai
  红梅酒店 | hotel | 四川北路50号 | 200080 | 021-5555 0325 | https://hongmei-hotel.example | | city=上海市
  Hongmei Restaurant | Chinese Restaurant | 58 North Sichuan Rd | 200080 | 021-5555 0425 | | 55,20
different Cairo
  عيادة د. أحمد فؤاد | doctor | شارع الهرم 200 | | 02 2555 0326 | | | city=القاهرة
  Dr. Sherif Fouad Clinic | Doctor's Office | 200 Haram St | | 02 2555 0426 | | 8,8
`
