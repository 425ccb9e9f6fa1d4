import { GIVEN_IN_OTHER_SCRIPTS } from './given-names-other.ts'

/**
 * Common given names of many cultures, folded (lower case, no marks). One signal of several: a name that is not here
 * is still a name where its surroundings say so, and one that is here is not a person without them.
 */
const LATIN = `
aaliyah aarav aaron abby abdelaziz abdelkader abderrahim abdoul abdoulaye abdul abdulkadir abdulla abdullah abdulrahman
abdurrahman abel abena abhinav abhishek abigail abimbola abish abraham achille achim ada adaeze adam adama ade adebayo
adel adele adelheid adelia adelina ademola adeola adewale adi adil aditi aditya adnan adolfo adrian adriana adrien afia
afonso agata agatha agathe agnes agnese agnieszka agung agus agustin agustina ahmad ahmed ahmet aibek aida aidan aigars
aiko aileen aino aisha aishwarya aisling aisyah aitor aivars ajay akash akemi aki akiko akin akio akira akos akosua
akshat akshay akua alain alan alba albert alberto albrecht alda aldo aldona alec aleida alejandra alejandro alejo
aleksandar aleksander aleksandra aleksei alena alenka alessandra alessandro alessia alex alexander alexandra alexandre
alexandrina alexandros alexandru alexei alexis alfons alfonso alfred alfredo ali alice alicia alicja alina aline aliou
alisa alisha alison alistair aliyah aljaz alketa allan allison alma alois aloisia altin alva alvaro alvin ama amadeus
amadou amalia amalie amanda amandine amani amara amarachi amber ambre ambrogio amelia amelie amina aminata amine aminu
amir amit amol amos amy ana anabel anahi anais anamaria anand ananya anastasia anastasios anatoly anders andi andjela
andre andrea andreas andreea andrei andrej andres andrew andrey andris andrius andrzej andy anela aneta anette angela
angeles angelica angelika angelina angelo angelos anggi angus anh ani ania anica aniela anika anil anirudh anisa anise
anissa anita anja anjali anjana anke ankit ankur ann anna annabelle annalena annalisa anne annegret anneke annelie
annelies anneliese annemarie annemiek annemieke annett annette annika annisa anny anong anouar anouk ansel anselm ansgar
anshul anthea anthony antje antoine anton antonella antoni antonia antonietta antonina antonio antonios antti anu anup
anwar apolonia april araceli aranka arantxa aravind arben archana ardit arevik ariadna ariane ariel arif aris arjun
arlene arlette armando armen armgard armin arnau arnaud arne arno arnold arpad arpita arron artak artem arthur arto
artur arturo arturs arun arunee arvid arvind aryo asep asger asha ashlee ashley ashok ashot ashwin asier aslan aslaug
asli asma assunta astghik astra astrid astuti asuka athanasios atsushi attila atul aubrey aud audra audrey august
augusta augustin aung aurelia aurelie aurelien aurelio aurora aurore ausra auste avery avi awa axel aya ayaka ayako
ayesha ayham aylin aymen ayo ayodele ayse ayumi ayush azadeh azamat aziz azizah azra azucena babacar babatunde babette
bagus baharak bakary bakhyt balazs bambang bamidele baptiste barbara barbora bardhyl baris barnabas barry bart bartek
bartlomiej bartolomeo bartosz bas basma bastiaan bastian bea beata beate beatrice beatriu beatrix beatriz begona bekir
bekzod bela belem belen belinda ben bence bendeguz benedetta benedetto benedict benedikt beniamino benita benjamin benno
benoit bente berenice berit berkay bernadette bernard bernardo bernat bernd bernhard bernhardine bert berta berthold
bertram bertrand besnik beth betina betsy bettina betty bhaskar bhavesh bhavna bia bianca bianka bilal bilel biljana
bill binh binta birger birgit birgitta birgitte birte birthe bjarne bjarni bjoern bjork bjorn blaise blanca blanche
blandine blaz blazej blerim blerta bo bob boban bodil bogdan boglarka bogumil bogumila bohdan bojan bojana bolanle bolat
boris borja botond boyan bozena bozidar brad braden bram branca brandon branislav branislava branka branko brayan
brayden brecht brechtje brenda brendan brian brice brid bridget brigid brigita brigitta brigitte britt britta brittany
bronislaw brooke bruce bruna brunhilde bruno bryan bryce bryony budi burak burcu burkhard caden cagla cahya cahyo caio
caitlin caleb callum calvin camila camilla camille canan candela candice caren carina carine carl carla carles carlijn
carlo carlos carlotta carme carmela carmelo carmen carmine carol carola carolin carolina caroline carsten casey caspar
caspian cassandra catalina cate caterina catherine cathryn cathy catia catrin cecile cecilia cecily cedric celal celeste
celia celine celso cem cemal cengiz cesar cesare chad chaim chaiwat chandan chandra chanel chantal charbel charlene
charles charley charlie charlotta charlotte chau cheick cheikh chelsea chen cheng cherie cheryl chesney chiaki chiamaka
chiara chidi chidinma chie chika chikako chinedu chinonso chinwe chioma chisato chloe chris christa christabel christel
christelle christer christian christiane christianne christina christine christof christoph christophe christopher
christos chukwudi chukwuemeka chun cian ciara cicely cici cindy ciro citra claas claire clara clare clarissa clarisse
claude claudette claudia claudine claudio claudiu claus clea clelia clemens clement clementine cleo clint clotilde cody
coen colette colin colleen colton conchita connor conny conor conrad constance constanze consuelo cora coralie cord
cordula corentin corey corina corine corinna corinne cornelia cornelis cornelius cosima cosimo costanza costas craig
cristhian cristian cristiana cristina cristobal csaba cuong curtis cynthia cyril cyrille daan dace dagmar dagny dahlia
daiki dainius daisuke daisy daiva dakota dalia dalibor dalton damaris damian damiano damien damilola damir damjan damon
dan dana danae dani danica daniel daniela daniele danielle danijel danijela danilo danny danuta danute daphne darek
daria dario darius dariusz darja darko darma darnell darren darryl dasha daulet dave david davide davit davor davorin
davy dawn dayana dean deandre deb debbie deborah declan dedi deepa deepak deepika deirdre deivid dejan delfina delia
delphine demba demet demetrio deni denis denisa denise deniz dennis denys derek derya desi desiree desislava desmond
desti detlef detlev devi devika devin devon dewi dezso dharmendra dhruv diamantis dian diana diandra diane didier
diederik diego dieter dietlind dietmar dieudonne dijana dika dilan dilip dilshod dimas dimitar dimitra dimitri dimitrios
dimitris dina dinah dinara dinda dinesh dino diogo dirk divya divyansh djamel djibril djoko djordje dmitri dmitrii
dmitry dmytro dolf dolores domagoj domenico domingo dominic dominik dominika dominique domitille don donald donatas
donatella donato donna donovan dora doreen dorian dorina doris dorota dorotea dorothea dorothee dorothy dorte dorthe
doug douglas dragan dragana dragica dragos dries drita dubravka duc duncan dung dunja durga dusan dusica dusko dustin
dwayne dwi dwight dylan eamon earl ebba ebele ebenezer ebony ebru eckart eckhard eda edda eddie eden edgar edita edith
edlira edmond edmund edna edoardo edouard eduard eduardas eduardo edvard edward edwige edwin eefje efi efrain efstathios
efua egidijus eglantine egle egon eider eija eike eila eileen einar eino eirik eirini eivind eka ekaterina ekin eko
elaine elba eleanor eleftheria elemer elena eleni eleonora eleonore elias elif elin elina eline elinor elio elira elisa
elisabet elisabeth elisabetta elise eliseo eliska eliza elizabeth elke ella ellen elli elliot ellis elly elmar elmer
elodie eloise elsa elsbeth else elsie elvira elvis elzbieta emanuel emanuela emanuele emeka emeline emese emiko emil
emile emilia emiliano emilie emilija emilio emily emine emir emma emmanuel emmanuelle emmy endah endang ender endre
eneko enes engin enno enora enrica enrico enrique enya enzo erdem eren erendira erhard eric erica erich erick erik erika
erin erion erkan erkki erla erlan ermanno erna ernest ernestine ernesto ernie ernst ersin ertan erwan erwin esi esin
esma esme esmeralda espen esra esteban estefania estela estelle ester esteve esther estrella eszter etel ethan etienne
etsuko eufemia eugen eugene eugenia eugenie eugenio eulalia eun eunice eusebio eva evan evangelia evangelos evdokia eve
evelien evelin evelina eveline evelyn evelyne evgenia evgeny evi evita ewa ewald ewan ewelina eyglo ezgi ezio ezra fabia
fabian fabiana fabiano fabien fabienne fabio fabiola fabrice fabrizia fabrizio fadi fadila fadime fadli fahad fahim
faisal faith faiza fajar falk falko fanny fanta farah fareed farhad farhan farid farida farouk farshid fatemeh faten
fatih fatiha fatima fatimata fatma fatmir fatos fatou fatoumata faustine faustino faustyna fauzan fauzi fawad fay
federica federico fedor felice felicia felicitas felicity felipe felix femi femke feng fenna fenne ferdi ferdinand
ferdinando ferenc fergus feri fermin fernanda fernande fernando ferran ferruccio feruza feyza fidel fikri filip filipa
filipe filipp filippa filippo filiz filomena finja finka finlay finley finn fiona fionn fiorella fiorenza firas firat
fitra fitri fjodor flamur flavia flavie flavien flavio flemming fleur florence florent florentin florentina florentyna
florian floriana floriane florin florina floris floyd folake fons fotini fotis frances francesc francesca francesco
francine francis francisca francisco franciska franciszek franck franco francois francoise franjo frank franka frankie
franklin frans frantisek franz franzisk franziska fred freddie freddy frederic frederica frederick frederico frederieke
frederik frederike frederique fredric fredrik fredrika freek frida fridolin frieda friedemann friederike friedhelm
friedl friedrich frits fritz frode frodo fulvia fulvio fumiko funmi furkan gabor gabriel gabriela gabriele gabriella
gabrielle gaby gael gaelle gaetan gaetana gaetano gaia gail galih galina galip ganesh gareth garry gary gaspar gaspard
gaston gaurav gauri gauthier gautier gavin gavriil gayane gayatri gazmend gbenga gede geert geertje geir gemma gena
genaro genevieve genoveva genti geoff geoffrey geoffroy georg george georges georgeta georgia georgiana georgie georgina
georgine georgios georgy gerald geraldine gerard gerardo gerben gerd gerda gergely gergo gerhard gerlinde gerlof
germaine german germana gernot gero gerrit gert gertraud gertrud gertrude gerwin gesa gesche gesine gevorg gezim
ghislain ghislaine ghita giacomo giada giampaolo giampiero gian giancarlo gianfranco giang gianluca gianluigi gianmarco
gianna gianni gideon giedre gijs gil gila gilang gilbert gilberto gilda giles gilles gillian gina ginette ginevra gino
gintaras gintare gioia giorgi giorgia giorgio giorgos giovanna giovanni gisela gisele gisella gislaine gita gitta gitte
giulia giuliana giuliano giulio giuseppe giuseppina giusy gizem gjertrud gladys glenda glenn gloria glynn gocha
godelieve godfrey gokhan golnaz gonca goncalo gonzague gonzalo gopal gor goran gorana gordana gordon gosia gosta
gottfried gottlieb govind grace gracia graciela graham grainne grazia graziella grazyna greet greg gregg gregoire gregor
gregory greta gretchen grete gretel grietje griselda grit grzegorz guadalupe gudrun guendalina guenter guenther guido
guilhem guilherme guillaume guillem guillermina guillermo guiomar gul gulay gulmira gulnara gulnoza gulsen gun gunawan
gunda gundula gunhild gunilla gunnar gunter gunther gurdeep gurpreet gus gustaf gustav gustave gustavo guus guy gwen
gwenael gwenaelle gwendal gwendolin gwendolyn gwyn gwyneth gyongyi gyorgy gyula ha habiba hadi hadley hadrien hafsa
hagen hai haiko hajar hajo hakan hakim hakon hala haldor haley halil halina hallgrimur hamid hamza hana hanan handayani
hang hanh hania hanif hank hanka hanna hannah hannaleena hanneke hannelore hannes hanni hanns hannu hans hansjorg
hansruedi hao harald hardy hari haris harish hariyanto harjeet harland harm harmen harmke harold harpreet harriet
harrison harry harsh harsha hartmut hartwig haruka haruki haruko haruto harvey hasan hasmik hassan hatice hattie hau
hauke havva hayden hayk hayley hazel heather hector hedda hedi hedvig hedwig hedy heide heidemarie heidi heidrun heike
heikki heiko heimo heiner heini heino heinrich heinz helder hele heleen helen helena helene helga helge helgi heli helle
hellen hellmut helma helmut helmuth heloise hemant hendra hendrik hendrika hendrikje henk hennie henning henny henri
henrietta henriette henrik henrike henrique henry heorhii herb herbert heri heribert heriberto herlinde herman hermann
hermien hermina hermine herminio hernan hertha herve hicham hidayat hideaki hideki hideko hideo hidetoshi hien hieronim
hieu hilaire hilal hilaria hilario hilary hilda hilde hildegard hildegunde hildur hilke hilkka hilma hiltrud hina hinda
hinnerk hiroaki hiroki hiroko hiromi hiroshi hiroyuki hisako hisham hitesh hitomi hoa hoang hoda holger hollie holly
homero hong hongwei hooman horace horacio horatiu horst hortense hossam hossein houda howard hrafn hrvoje htun huan
hubert huberta hubertus huda hugh hugo hugues huguette hui hulda humberto humphrey hung huong hussein huy hyacinthe hye
hyejin hyun iacob iain ian ianis iannis ibironke ibrahim ibrahima ibtissam icaro ida idan iddo idoia idris ieva ifeanyi
ifeoma ifigenia iga ignace ignacio ignacy ignas ignatius ignazio igor ihor iida iiris iiro ikbal ike ikechukwu iker
ikram ilan ilana ilaria ilario ilda ildiko ileana ilenia ilhan ilia iliana ilias ilir iliya ilja ilka ilkay ilker ilkka
illia ilma ilmari ilona ilonka ilse ilyas ilze imad imam iman imane imelda imke imogen imran imre ina inaki indah indira
indra indre indrek indu ineke ines inesa inese inez inga ingbert inge ingeborg ingemar inger ingibjorg ingo ingolf
ingrid ingrida ingvar ingvild inka inken inmaculada inna innocenzo inta intan ioan ioana ioanna ioannis iolanda iolanta
ion ionela ionut iosif ira iraida irakli iratxe irena irene irenee ireneusz irenka irfan iria irina iris irja irma
irmeli irmgard irmtraud irmtraut irvin irving irwin isa isaac isaak isabeau isabel isabela isabell isabella isabelle
isadora isaiah isak isamu iseult isha ishaan isidora isidoro isidro isis iskandar iskra isla ismael ismail ismet isolda
isolde issa issam istvan ita itai italo ite itzel itziar iulia iulian iuliana iva ivan ivana ivanka ivar ivars iver ivet
iveta ivett ivica ivo ivona ivonne ivor iwan iwona ixchel iyad izabel izabela izabella izaskun izumi izzet jaakko jaan
jaana jabari jacek jacinta jacinto jack jackie jackson jaclyn jaco jacob jacobo jacobus jacopo jacqueline jacques jacqui
jad jade jadranka jadwiga jael jaewon jagdish jagoda jai jaime jairo jake jakob jakov jakub jalal jaleh jamal jamel
james jamie jamila jan jana janaina jane janelle janet janett janette janez janice janina janine janis janja janka jann
janna janne janneke jannes jannick jannik jannis janos jantine jantje janusz jaqueline jared jarek jari jarkko jarle
jarmila jarmo jarno jaromir jaroslav jaroslaw jasmijn jasmin jasmina jasmine jasna jason jasper jassim jasur jaume javad
javier javiera jay jaya jayden jayne jazmin jean jeanette jeanine jeanne jeannette jeannine jed jedrzej jeff jeffrey
jekaterina jelani jelena jelle jelmer jelte jemima jen jenifer jenna jennefer jenni jennie jennifer jenny jennyfer jens
jeppe jeremias jeremie jeremy jermaine jeroen jerome jeronimo jerry jerzy jesper jess jessamine jesse jessica jessie
jessika jesus jette jeyhun ji-hoon jia jian jide jie jigyasa jihad jihye jihyun jill jillian jim jimena jimmy jin jindra
jindrich jing jinping jiri jirina jisoo jitendra jiwon jiyoung jo joachim joan joana joanie joann joanna joanne joao
joaquim joaquin jobst jocelyn jocelyne jochem jochen jodi jodie jody joe joel joela joelle joerg joey johan johana
johann johanna johanne johannes john johnathan johnny joko jolan jolanda jolanta jolene jolien jolita jon jona jonah
jonas jonatan jonathan jone joni jonina jonna jonny joona joonas joop joost jora jordan jordane jordi jordy jorg jorge
jorgen jorien jorinde joris jorit jorma jorn jorrit jorunn jos josafat jose josef josefa josefin josefina josefine
joseph josephine josette josh joshua josiah josiane josie josip josipa joska josko jost josue jouko jouni jovan jovana
jovita joy joyce jozef jozefa jozsef juan juana juanita juanjo jude judit judita judith judy juergen juha juhani juho
jukka jules julia julian juliana juliane julianna julianne julie julien julienne juliet julieta juliette julija julika
julio julita julitta julius juliusz juma jun junichi junko juraj jurate jure jurek jurg jurgen jurgita juri jurij
jurriaan jurrien jussi justas juste justin justina justine justino justus justyna jutta jyoti jyrki kaan kaarina kaarlo
kacper kadek kadiatou kadir kadri kagiso kai kaia kaija kairat kaisa kaito kaja kajsa kalevi kalin kalina kalle kalliopi
kalman kalyani kamal kamala kamau kamel kamil kamila kamilla kamran kana kanako kandida kanokwan karan kare kareem karel
karen karia karianne karim karima karin karina karine karl karla karlheinz karlijn karlis karlo karol karola karolien
karoliina karolin karolina karoline karoly karst karsten karthik kartik kasia kaspar kaspars kasper kassandra kata
katalin katarina katarzyna kate katerina kath katharina katharine katherine kathi kathie kathleen kathrin kathryn kathy
kati katia katie katinka katja katka katla kato katri katrien katrin katrina katrine katsumi katsuya katty katy katya
katyna kaveh kavita kavitha kavya kay kaya kayla kaylee kayleigh kayode kazimierz kazuhiro kazuki kazuko kazuo kazuya
keeley kees kehinde keiko keir keisha keith kelly kelsey kelvin kemal ken kendra kenichi kenji kenneth kenny kenta
kenton kerem kerim kermit kerri kerry kersti kerstin keshav kestutis ketevan keti ketil ketty ketut kevin keyvan khadija
khady khaled khalid khalil khanh khawla khoa kiana kiara kien kieran kiki kikuko kilian kim kimberley kimberly kimmo
kinga kip kira kiran kirby kiril kirill kirk kirsi kirsten kirsti kirstie kirstin kirsty kishore kit kitty kiyoshi
kizito kjell kjersti klaas klara klaudia klaus klavs klemen klemens klementyna knud knut koen koenraad kofi kohei koji
kolawole kolja komang konrad konstantin konstantina konstantinos konstanze kora koray kornel kornelia kosta kostadin
kostas kosuke kris krishna krishnan kristaps kristel kristen krister kristi kristian kristiina kristijan kristin
kristina kristine kristjan kristof kristofer kristoffer kristyna krisztian krisztina krunoslav krystian krystyna
krzysztof ksenia kseniya ku kuba kubilay kujtim kuldeep kumar kunal kurnia kurt kushal kwabena kwaku kwame kwasi kwesi
kyaw kyle kylie kym kyoko kyra kyriaki kyriakos kyung lachlan ladislav laetitia laila laima laimonas lajos lakisha
lakshmi lale lalit lalita lamar lamia lamine lamont lan lana lance lanre lara larisa larissa larry lars lasha lashonda
lasse laszlo latifa latoya laura laure lauren laurence laurens laurent laurentiu lauretta lauri lauriane laurie laurin
lauritz laurynas lavinia lawrence layla lazar lea leah leander leandra leandre leandro leanne lech leda lee leen leena
leendert leevi lefteris lehel lei leia leif leigh leila leire lejla lela lelia lena lene leni lenka lennard lennart
lennert lenny lenore lenuta leo leobardo leocadia leon leona leonard leonarda leonardo leonas leoncio leone leonel
leonhard leonid leonidas leonie leonor leonora leontine leopold leopoldo lerato leroy lesia leslaw lesley leslie lestari
lester leszek leticia letizia lev levan levent levi levke levon lewis leyla lezley lia liam liana lianne libby liberto
libor liborio lida lidia lidija lidiya lidwien lieke lien lies liesbet liesbeth liesel lieselot lieselotte liesl lieve
ligaya ligia liis lijana lili lilia lilian liliana liliane lilija lilith lilla lilli lillian lilly lily lin lina linas
linda lindiwe lindsay lindsey line ling linh linn linnea lino linus lioba lionel lior liora liridon lisa lisanne lisbet
lisbeth lise liselotte lisette lissa litsa liuba liudmila liudmyla liv livia livio liz liza lizanne lizbeth lizeth
lizette lizzie ljiljana ljubica ljubisa ljubomir lloyd loan loana loes logan loic lois lokesh lola long lonneke lonnie
lora loraine loralie lorand loredana loreen lorella loren lorena lorenz lorenza lorenzo loreta loretta lori loris lorna
lorraine lothar lotta lotte lou louay loubna louis louisa louise lourdes louwrens lovisa lovro lowell luan luana luann
lubica lubna lubomir lubos luc luca lucas luce lucette lucia lucian luciana luciano lucie lucien lucienne lucija lucila
lucile lucille lucinda lucio lucjan lucreti lucrezia lucy luda ludek ludger ludivine ludmila ludo ludovic ludovica
ludovico ludvig ludwig ludwik ludwika luigi luigia luis luisa luise luiz luiza luka lukas lukasz luke lukman lulu luna
lura lusine lut luther lutz luuk luz luzia luzie luzius lyazid lydia lydie lyle lyn lynda lyndon lyndsay lyndsey lynette
lynn lynne lyubov lyudmila maaike maarit maarten maartje maayan mabel maciej mackenzie mada madalena madalina madan
maddalena maddie maddison made madeleine madeline madelon madhav madhavi madhu madina mads mady mae maeve mafalda magali
magalie magda magdalen magdalena magdalene magnus magomed maha mahdi mahendra mahesh mahmoud mahmud mai maia maialen
maija maik maike mailin maina maira maire mairead mairi maisie maitane maite maj maja majda majed majid majken makena
makoto maksim maksym mala malak malcolm malee malena malene malgorzata malgosia mali malia malik malika malin malina
malini malka mallory malte malwina mamadou mamiko mana manabu manal mandla mandy manfred manik manish manisha manja
manjula manlio manny manoel manoj manola manolis manolo manon mansour mantas manu manuel manuela manuele mara maraike
marat marc marcel marcela marceli marcelina marceline marcella marcelle marcello marcelo marcia marcial marcin marcio
marco marcos marcus marcy mareike marek maren marga margaret margareta margarete margareth margaretha margarida
margarita margaux margery margherita margie margit margita margo margot margreet margret margriet margrit marguerite
mari maria mariah mariam mariama mariana mariangela mariann marianna marianne mariano marianthi maribel maricela marie
marieke mariel mariele mariell mariella marielle marien marietta mariette marija marijan marijana marijke marijn marika
marike mariko marilena mariline marilisa marilou marilu marilyn marilyne marin marina marinela marinella marinette
marinka marino marinos marinus mario mariola marion marios maris marisa mariska marisol marissa marit marita maritta
maritza marius mariusz marja marjan marjana marjatta marjo marjolaine marjolein marjorie marjut mark marketa markku
marko markos markus marla marleen marlen marlena marlene marlies marlis marloes marlon marlou marlys marouane marquis
marsha marta martha marthe marti martial martijn martin martina martine martino martins martinus martje marton martti
marty marvin mary maryam maryann maryanne maryla marylene maryline maryna maryse marzena masahiro masako masami masaru
masha masoud massimiliano massimo matei matej mateja mateo mateus mateusz mathew mathias mathieu mathijs mathilda
mathilde mathis matias matija matilda matilde matis matjaz mato matous mats matt matteo matthew matthias matthieu
matthijs matti mattia mattias mattie matyas matylda maud maude maura maureen maurice mauricio maurits maurizio mauro
mavis max maxence maxi maxim maxime maximilian maximiliane maximiliano maximilien maxine maya mayank mayara maylis
maynard mayra mayte mayumi mazen md meadow medard medea meena meenakshi meera meg mega megan megha meghan megumi mehdi
mehmet mehran mehtap mei meike meinhard meinolf meinrad meir melanie melany melchior melek melina melinda melisa melissa
melitta mell mellissa melodie melody melvin mena menno merav mercedes meredith merete meri meriem merike meritxell merja
merle merlin mert merten merve meryem mesut meta mete metka mette mia micaela micah michael michaela michail michal
michala michalina michalis micheal micheala michel michela michelangelo michele michelina micheline michelle michiel
michiko michio mick mickael mickey midori mie mieczyslaw miek mieke miguel mihaela mihai mihail mihaly mihir mihkel miho
mija mika mikael mikaela mikail mike mikel mikhail miki mikkel mikko miklos mikolaj mikolas miksa mila milada milan
milana milda mildred milen milena mileva milica milijana milka milla millie milly milo milos miloslav milosz milton mimi
min mina minako mindaugas minerva ming minh minho minjun minna minnie minoru mira mirabel miran mirana miranda mircea
mirco mireia mireille mirek mirela mirella miriam mirja mirjam mirjana mirka mirko mirna miro miron miroslav miroslava
miroslaw mirta mirtha miryam misako mischa misha mitch mitchell mitja mitsuko mitsuru miwa miyako miyuki mladen modestas
modesto modou moez mohamad mohamed mohammad mohammed mohan mohit mohsen moira moises mojca mojdeh molly mona monica
moniek monika monique mons montse montserrat morag moran morenike moreno morgan morgana morgane moritz morris morten
morton moses moshe mouna mounia mounir mourad moussa mpho mubarak muhamad muhammad muhammed muhammet mukesh mukul munir
munira murali murat muriel murielle murray musa musoke mustafa mustapha mutlu mwangi my mylene myles myra myriam myrna
myron myroslav myroslava myrtle myrto nabil nada nadav nadeem nadege nadezhda nadia nadim nadin nadina nadine nadir
nadira nadiya nadja nadya nael nafisa nahid nahla nahuel naia naim naima naira najat najib najla nakato naledi nallely
nam namutebi nana nanami nancy nand nanda nandi nandini nandor nanette nanna nanne naoki naoko naomi naoto naoya narayan
narcis narcisa narek narendra naresh naser nasim nasima nasr nasrin nasser nassim nastasia nata natacha natalia natalie
nataliia natalija nataliya natalya natanael natasa natascha natasha natasja nate nathalia nathalie nathaly nathan
nathanael nathaniel natia nattapong nava naveed naveen navid navya nawal nayana nayara nayeli nazan nazar nazli neal
nebojsa neda nedim neele neeltje neema neeraj neha neil nejc nektarios nele nelia nelida nelija nell nella nelleke nelly
nelson nemanja nena nenad neomi nerea nereida nerijus neriman nermin nesrin nesrine nessa nestor neta netta neus nevena
neville nevin nevio nga ngan ngoc ngozi nhan nhung nia niall niamh nic nica nicanor niccolo nichola nicholas nick
nicklas nicky nico nicodeme nicol nicola nicolae nicolai nicolas nicolau nicole nicoleta nicoletta nicolette nicolo
nicusor nida nidal nidhi niek niels nienke nigel nihal nihat nik nika nikhil niki nikita nikki niklas niklaus niko
nikola nikolai nikolaj nikolaos nikolas nikolaus nikolay nikolett nikoletta nikolina nikolov nikos nil nila nilda nilesh
nils nilsa nilton nilufer nima nimrod nina nine ninel ninette ning ningsih nino ninon nir nira niran niranjan nirmala
niro nisha nissim nita nitesh nitin nitzan nives niyazi niyi njeri nkechi nnamdi noa noah noam nobuo nodira noel noelia
noelle noemi noemie noga nohemi nolan nomsa nomvula noor noora nora norah norbert norberto noreen norihiko noriko norm
norma norman normand normunds nour noura noureddine novak ntombi nuala nugroho nune nuno nur nuray nurcan nurhan nuri
nuria nurlan nursel nurul nusret nyambura nynke nyoman oana obi obinna oceane octave octavia octavian octavio oda odalys
odd ode oded odette odile odin odo odon oezlem ofelia ofer ofir ogechi oguz ohad oihana oisin okan oke okechukwu oksana
oktavia oktay ola olabisi oladele olaf olafur olamide olanrewaju olav olavi ole oleg oleh oleksandr oleksandra oleksii
olena olesya olga olha olimpia olimpio oliva oliver olivera olivia olivier olivija olli ollie olof olu oluf olufemi
olumide olusegun oluwafemi oluwaseun oluwatobi oluwatosin olya olympe omar omer omid onder ondine ondrej onofre onur
onyeka oona opeyemi ophelia ophelie ora oran orban orest orestes orestis oriana oriane oriol orjan orla orlando orly
orna ornella orsola orsolya ortrud ortwin orval orville osama oscar oskar osman osmo ossi osvaldo oswald oswaldo otabek
otakar othman otieno otilia otis otmar ottavia ottavio otto oumar oumou ousmane outi ove ovidio ovidiu owen oya oyvind
ozan ozge ozgur ozlem pablo padma padmini padraig paige palesa palmira paloma pam pamela panagiota panagiotis panayiotis
pancho pandora pankaj paola paolina paolo paraskevi parisa parth parul parvaneh parvin pasang pascal pascale pascaline
pascual pasi pasquale pat patric patrice patricia patricija patricio patricja patrick patrik patrizia patrizio patrycja
patryk patsy pattarapon pattie patty patxi pau paul paula paulette pauli paulia paulien paulin paulina pauline paulino
paulius paulo paulus pavan pavel pavla pavle pavlina pavlo pavlos pawel payam pedja pedro peer peeter peggy pekka pelin
pellegrino penelope penny pentti pepe pepijn pepita per percival percy pere peregrine perla pernilla pernille perrine
perry perttu peta petar pete peter petr petra petri petrica petronela petronella petros petru petter petya phil philip
philipp philippa philippe philippine phillip philomena phoebe phong phuc phung phuong phyllis phyo pia piedad pier
pierangelo pieranna piercarlo pierfrancesco pierluigi piero pierre pierrette pierrick piet pieter pieternel pietrina
pietro pilar pim pina pinar ping pinja pino piotr piper pippa pirjo pirkko pirmin piroska piyush plamen pola poldi
polina polly pontus pooja poornima porfirio pornthip pouria prabha prabhu pradeep pradip prakash pranav pranjal prasad
prasanna prashant prasit prateek pratik praveen predrag preecha preethi preeti prem preston primoz prisca priscila
priscilla pritam prithvi priya priyanka prosper przemek przemyslaw puja pulkit purnima putra putri putu qasim qiang qing
quan quang quentin quim quinn quique quirin quynh raafat rabah rabea rabia rachel rachelle rachid radek radha radka
radmila rado radomir radosav radoslav radoslaw radovan radu raelene rafael rafaela rafaella rafaelle rafaelo rafal
raffaela raffaele raffaella raffaello rafik raghav raghu ragna ragnar ragnheidur ragnhild rahayu rahel rahim rahma
rahmat rahul raija raik raila raimo raimon raimonda raimondo raimonds raimund raimundo raina rainer raisa raj raja rajan
rajat rajeev rajendra rajesh raji rajiv rajko rajkumar rajni rakel rakesh rakhi ralf ralitsa ralph ram rama ramadan
ramakrishna raman ramazan ramesh rameshwar rami ramin ramiro ramon ramona ramunas rana randa randal randall randi
randolf randy rangga rani rania ranja ranjan ranjit ranjith ranko raoul raphael raphaela raphaelle raquel rares rasa
rashad rasheed rashid rashida rashmi rasmus rastislav ratan ratko ratna raul raulo rauni rauno ravi ravindra ravza ray
raya rayan raymond raymonde raymundo raynald raz razan razvan rea rebeca rebecca rebekah rebekka redouane reem reena
reese reetta refugio reg regina reginald regine regis regula rehana rehema reid reidar reiko reimar reimer reimund reina
reinaldo reinder reine reiner reinhard reinhild reinhold reinier reino reinout reka rekha remco remi remko remo remus
remy rena renan renard renata renate renato renaud renaude rendt rene renee reneta renske renu renuka renzo restu retno
reto reuben reut reuven rex rexhep reyes reyhan reyna reynaldo reza rezan rhea rhiannon rhoda rhonda rhys ria rian riana
rianne rica ricarda ricardo riccarda riccardo richard rick rickard ricky rico rida ridwan rieke riet rigmor rigoberto
riho riikka riina riitta riju rik rika rikard rike rikke riku riley rima rimantas rimas rimma rina rinaldo rinat rini
rino rinske risa rishi risnawati risto rita ritchie ritesh ritu ritva riva rivka riyad rizal rizki rizky rizwan roald
rob robbert robbie robby robert roberta robertas roberto robin robyn rocco roch rocio rod roddy roderick rodger rodica
rodney rodolfo rodolphe rodrigo rodrigue rodrigues roel roeland roelof rogelio roger rogerio rogier rohan rohini rohit
roisin rokhaya roland rolanda rolandas rolande rolando rolf romain romaine roman romana romane romano romeo romina
romolo romuald romualdo romy ron rona ronald ronaldo ronan ronda ronen rong roni ronja ronnie ronny ronya roos roosa
roosmarijn roque rory rosa rosalba rosalia rosalie rosalind rosalinda rosaline rosalyn rosamund rosana rosangela rosanna
rosanne rosaria rosario rosaura roscoe rose roseline rosella roselyne rosemarie rosemary rosendo roser rosetta rosi
rosie rosina rosita rosmarie ross rossana rossella rossen rostam rostislav roswitha rotem rotimi rouven rowan rowena
rowland roxana roxane roxanne roy royce roza rozalia rozsa ruairi ruben rubens rubi rubina rudi rudiger rudolf rudolph
rudy ruediger rufus rui ruken rumen rumyana runar rune rupali rupert rupinder ruprecht rusen ruslan ruslana russ russel
russell rustam ruta rutger ruth ruud ruxandra ruzanna ryan ryo ryoko ryota ryszard ryuji saana saara sabina sabine
sabino sabri sabrina sacha sachiko sachin sachit sade sadia sadie sadiq safa saffron safia safiatou sagar sahar sahra
said saida saif saila sakari saki sakina sakura salah saleh salem salim salima salla sally salma salman salome salomon
saltanat salvador salvatore salvo sam samantha samara samat sameer samer sami samia samil samir samira samo samuel
samuele samuli samvel sana sanaa sanae sanaz sandeep sander sandhya sandi sandip sandor sandra sandrine sandro sandy
sangeeta sanita sanja sanjana sanjay sanjeev sanna sanne sante santeri santi santiago santina santino santo santosh
saoirse sapna sara sarah sarai sardor sari sarina sarita sarka sarolta sasa sascha sasha saskia satish satoko satoru
satoshi satu satyam saul sauli saulius saulo saurabh savannah saverio savina savino savva savvas sayaka sayed sayuri
scarlett schirin scott sean sebahat sebastiaan sebastian sebastiano sebastien sebnem seda sefa segolene segun segundo
seher seija seiji selcuk selda selen selena selene selim selin selina selma selva selvi semih semra senay senem sener
seo-yeon seong sepp seppo septian septimus serafin serafina serap serban serdar serena serge sergei sergej sergey sergi
sergii sergio sergiu serhat serhii serik serkan servaas setareh seth setsuko seung seval sevda severin severina severine
severino sevgi sevil sevim seydou seyed seymour sezen sezer shadi shahar shahid shahin shahram shahzad shai shaila
shaima shakira shalini shamil shamim shamima shan shane shanice shankar shannon shanti sharad sharif sharmila sharon
shashank shashi shaun shauna shawn shay shayna shea sheena sheila shekhar sheldon shelley shelly sherif sherman sherri
sherry sherwin sheryl sherzod shigeo shigeru shiho shilpa shimon shin shinichi shinji shinobu shinya shira shiran
shireen shirin shirley shiro shiva shivam shlomo shmuel sho shobha shoko shoshana shota shpresa shreya shruti shu shubha
shubham shuichi shun shunsuke shusuke shweta shyam siavash sibel sibilla sibille sibylla sibylle siddharth sidney
sidonia sidonie sidsel siegbert siegfried sieghard sieglinde siegmar siegmund siegrid siemen sien sietske siew sif
sigfrid sigita siglinde sigmar sigmund signe sigrid sigridur sigrun sigurd sigurdur siiri sila silas silja silje silka
silke sille silva silvan silvana silvano silverio silvester silvestre silvia silviane silvie silvija silvina silvio
silviu silvo sima simcha sime simen simeon simge simin simisola simo simon simona simoncino simone simonetta simonne
simran sina sinan sindre sindy sinead sini sinikka sinisa sinta siobhan sipho sira siri sirin siriporn sirje sirkka
sirpa siska sissel sissi siti siv siva sixten sizwe sjoerd sjors skender skye slamet slavica slavko slavomir slawek
slawomir sloane slobodan slobodanka smadar smiljana smita sneha snezana snezhana snorre sofia sofiane sofie sofija
sofiya sofoklis sohail sohan sohrab soile sokol solange soledad solene solfrid solomon solvei solveig somchai somdath
somsak somying son sona sonal sonali sonam sondra sondre sonia sonica sonja sonke sonya soo sophia sophie sora soraya
soren sorin sorina sotiria sotirios sotiris sou souad soufiane souleymane soumaya soumya sourav spela spencer spiros
spyridon spyros srdjan sreten sri sridhar srikanth srinivas sriram stacey staci stacie stacy stan stana stanimir
stanislas stanislaus stanislav stanislava stanislaw stanislawa stanka stanko stanley stasia stathis stavros stef stefan
stefana stefani stefania stefanie stefanija stefano stefanos stefany steffan steffen steffi stein steinar steinunn stela
stelian stelios stella sten stepan stepanka steph stephan stephane stephani stephania stephanie stephanos stephen
sterling sterre stevan steve steven stewart stig stijn stine stipe stjepan stoil stoyan strahinja stuart sture subhash
sudha sudhanshu sudhir sue sugeng suhail suharto sujata sujith sukanya sukma sukru sulejman suleyman sultan suman sumit
suna sung sunil sunisa sunita sunniva supaporn sureia suren surendra suresh suri surya susan susana susann susanna
susanne suse sushma susi susie susilo susy sutrisno sutton suvi suwanna suzan suzana suzanna suzanne suzette suzie suzy
svatopluk svea svein sven svend svenja svenn svetla svetlana svetlin svetoslav svitlana swantje swapnil swathi swati
sybil sybille syed sylvain sylvaine sylvester sylvestre sylvia sylviane sylvie sylvio sylwester sylwia synne syuzanna
szabina szabolcs szczepan szilard szilveszter szilvia szymon taavi tabea tabitha tad tadas tadashi tadeas tadej tadeo
tadeusz taha tahir taichi taina taisto taiwo tajana takahiro takako takao takashi takayuki takeo takeshi takumi takuya
tala talal talia talita tallulah talya tam tamar tamara tamas tamer tamika tamiko tammy tamsin tan taneli tania tanisha
tanja tanmay tanner tanvi tanya tao tapani tapio tara tarah taras tarek tareq tarik tariq tariro tarja tarmo taro taru
tarun taryn tasha tasos tassilo tatiana tatjana tatsuo tatsuya tatu tatyana taufik tauqeer tayfun taylan tayler tea
teague tebogo ted teddy teemu teguh teijo tejas tekla telma telmo temitope tendai tenzin teo teodor teodora teodoro
teofil teona teresa terese teresia teresita tereza teri tero terrance terrell terrence terri terry tess tessa tetiana
tetsuo tetsuya teun teuta thabiso thabo thaddeus thais thalia thanasis thanawat thandeka thandi thang thanh thanos thao
thea thekla thelma themba theo theodor theodora theodore theodoros theophile thera theres theresa therese theresia
thessa thi thiago thibaud thibault thibaut thida thiemo thien thierry thies thijs thilo thimo thom thomas thomaz thor
thora thoralf thorben thorbjorn thore thorleif thorsteinn thorsten thu thuc thulani thuy tia tiago tian tiana tiara
tibert tibor tidiane tiemo tien tiernan tiffany tigran tihana tihomir tiia tiina tijana tijmen tika til tilda tilde till
tillmann tilly tilman tilo tim timea timi timm timmy timna timo timofey timon timor timotei timothee timothy timur tina
tinashe tine tineke ting tinka tino tiphaine tirso tirza titik titilayo tito titus tiziana tiziano tjaart tjark tjasa
tjeerd tjerk tjorven toan tobey tobi tobia tobiah tobias toby tod todd todor todorka tofik tolga tolu tom tomas tomaso
tomasz tomaz tomer tomi tomica tomislav tomma tommaso tommi tommie tommy tomo tomohiro tomoko tomomi tomoya toni tonia
tonio tonja tonje tonka tonny tonu tony tonya toomas toon topi torben tord tore torhild toril torill torkel torsten
toshiaki toshiko toshio toshiyuki toufik tove trace tracey traci tracy trang traute travis tremaine trent trevor tri
tricia trina trine trinh trish trisha tristan trond troy trude trudi trudy trui truls trung truus tsuyoshi tsvetan
tsvetana tsvetelina tu tuan tudor tufan tugba tugce tugrul tuija tulay tulio tulla tullio tuncay tunde tuomas tuomo
turgut turid turkan turo tutku tuula tuva tuyet twan tycho tyler tymon tymoteusz tyra tyrell tyrone tytti tzvetana
ubaldo uberto uche uchechi uday udo uffe ugo ugur ujjwal ulas ulf uli ulises ulisses ulla ulli ullrich ulric ulrica
ulrich ulrik ulrika ulrike ulrikke ulugbek ulvi ulysses uma umar umberto umesh umit umut una unai unni unnur uno upendra
ural urban uri uriel uros urs ursel ursina urska ursula ursule urszula urve usama uschi usha usman uta utami ute utkarsh
utku utz uwe uxue uyen uzma uzoma vaclav vadim vadym vahagn vaibhav vaidas vaishali vakhtang valbona valdas valdemar
valdis valentim valentin valentina valentine valentino valeri valeria valeriana valerie valerija valerio valeriu valeriy
valery valeska valter valtteri van vanda vandana vanessa vangelis vania vanja vanya vardan varsha varun varvara vasant
vasco vasil vasile vasilica vasiliki vasilios vasilis vasiliy vassil vasyl vaughn veda vedat vedran veena veera vegard
veikko velda velimir velma venera venkat venkatesh venla vera verena vernon verona veronica veronika veronique vesa
vesela veselin veselina vesna vianey vibeke vibha vicenc vicent vicenta vicente vicki vicky victoire victor victoria
victorien vid vidal vidar vidas vidya viet vigdis vigo vija vijay vikas viki vikki vikram vikrant viktor viktoria
viktoriia viktorija viktoriya vilde vilem vilfredo vilhelm vilho vilius vilja viljami vilko villads ville vilma vilmar
vilmos vilte vimal vina vinay vince vincenc vincent vincenza vincenzo vinh vinicio vinicius vinita vinko vinod vinzent
viola violaine violet violeta violetta viorel viorica viphavee vipin vipul virgil virgilijus virgilio virgine virginia
virginie virginija virginijus virpi visar vishal vishnu vishwanath visvaldis vita vital vitali vitalie vitalii vitalij
vitaly vito vitor vitorio vittore vittoria vittorio vitus vivek vivi vivian viviana viviane vivica vivien vivienne
vjekoslav vlad vlada vladan vladimir vladimira vladislav vladislava vladislavs vlado vlasta vlatka vlatko voislav
vojislav vojtech volha volkan volker volkhard volkmar volodymyr vonda vratislav vreni vroni vuk vukasin vusi vy
vyacheslav vytautas wahyu wairimu waldemar wale waleed walid wallace wally walt walter walther waltraud waltraut wambui
wanchai wanda wangari wanja wanjiku wanjiru warner warren wassily wassim wataru wati wawan wawrzyniec wayan wayne wei
weiming wen wencel wenche wencke wendel wendelin wendell wendy wenke wenzel werner wes wesam wesley wessel whitney wibke
wichai widodo wiebe wiebke wieland wies wieslaw wieslawa wietse wigbert wiktor wiktoria wilbert wilbur wiley wilf
wilfred wilfrid wilfried wilhelm wilhelmina wilhelmine wilko will willa willard willeke willem willemien willemijn willi
william williams willibald willis willy wilma wilmar wilson wilton wim winda windy winfried winifred winnie winona
winston wioleta wioletta witold wladimir wladyslaw wlodzimierz wojciech wolf wolfgang wolfhard wolfram wolodymyr wout
wouter wulan wulf wulfhild wyatt wyn wynne xabier xander xanthe xaver xavi xavier xaviera xenia xenophon xhevdet xi xia
xiaofei xiaoli xiaoming xiaoyan ximena ximo xin xing xinyi xiomara xiu xochitl xu xuan yaakov yacine yacouba yadira yael
yahya yair yakov yakup yalcin yamile yamina yan yana yanick yanina yanira yanis yaniv yann yanna yannic yannick yannik
yannis yanti yanto yara yarden yared yari yarin yaritza yaroslav yaroslava yasar yasemin yaser yash yasin yasir yasmeen
yasmin yasmina yasmine yasser yassin yassine yasuhiro yasuko yasuo yavor yavuz yaw yayan yazmin yehuda yelena yeliz
yelyzaveta yemi yen yeon yeray yerin yesenia yesim yetunde yevgen yevgenia yevhen yewande yi yiannis yigal yildiz yilmaz
ying yishai ymkje yngve yoan yoana yoann yoav yoga yogesh yohan yohann yoko yolanda yolande yoli yonatan yong yoni
yordan yordanka yorgos yoriko yosef yoshi yoshihiro yoshiko yoshio yossi yosuke youcef younes youness young yousef
youssef youssouf youssra ysabel yudhistira yudi yui yuki yukiko yuko yuli yulia yuliana yuliia yuliya yumi yumiko yun
yuni yunus yuri yurii yuriko yuriy yury yusra yusuf yusuke yuta yuto yuval yuvaraj yva yvan yves yvette yvo yvon yvonne
zacarias zach zachariah zachary zack zade zafar zafer zahid zahir zahra zaida zainab zaira zak zakaria zaki zaklina zala
zalan zalina zane zanele zaneta zanna zara zarina zarko zaur zaw zayed zaynab zbigniew zbynek zdena zdenek zdenka zdenko
zdravko zdzislaw zeb zehra zeina zeinab zeki zelda zeljka zeljko zelma zeno zenon zenona zenta zephyr zerrin zetta zeus
zeynep zhanar zhanna zhen zheng zhi zhivko ziad zina zinaida zineb zinnia zion zita ziv ziva zivile zivka zlata zlatan
zlatka zlatko zodwa zoe zofia zohra zola zoltan zora zoran zorana zorica zorka zosia zouhair zoya zsofia zsolt zsuzsa
zsuzsanna zubair zuhal zuleika zulema zulfiqar zurab zuri zuzana zuzanna zvezdana zvi zvonimir zvonko zygmunt
`

const splitWords = (text: string): string[] => text.trim().split(/\s+/)

/** Folded given names. */
export const GIVEN_NAMES: ReadonlySet<string> = new Set([...splitWords(LATIN), ...GIVEN_IN_OTHER_SCRIPTS])
