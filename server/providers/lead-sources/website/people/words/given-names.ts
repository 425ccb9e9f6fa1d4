/**
 * Common given names of many cultures, folded (lower case, no marks). One signal of several: a name that is not here
 * is still a name where its surroundings say so, and one that is here is not a person without them.
 */
const LATIN = `
aaron abby abdul abdullah abel abhinav abhishek abigail abraham achim ada adam adel adele adelina adi aditi aditya
adrian adriana adrien agata agathe agnes agnieszka ahmad ahmed aidan aileen aisha ajay akash akira aki alain alan alba
albert alberto aldo alejandra alejandro aleksander aleksandra aleksei alena alenka alessandra alessandro alessia alex
alexander alexandra alexandre alexei alexis alfonso alfred alfredo ali alice alicia alina aline alisa alison allan
allison alma alois alva alvaro amadou amalia amanda amandine amber amelia amelie amina amir amit amy ana anais anand
anastasia anders andre andrea andreas andreea andrei andrej andres andrew andrey andrzej andy anette angela angelika
angelo angus anil anita anja anjali anke ann anna annabelle annalisa anne annegret annelie anneliese annemarie annette
annika anouk ansgar anthony antje antoine anton antonella antoni antonia antonietta antonio anu anup april ariane
ariel arjun arlene armando armin arnaud arne arno arnold artem arthur artur arturo arun arvid asha ashley ashok astrid
aubrey audrey august augustin aurelie aurora aurore axel aylin ayse ayesha ayush azra barbara barbora barry bartosz
bas bastian beata beate beatrice beatriz begona bela ben benedict benedikt benjamin benno benoit bernadette bernard
bernd bernhard bert berta bertrand beth betty bettina bianca bill birgit birgitta birte bjoern bjorn blanca bo bob
bogdan bogumil boris bozena brad bram branko brandon brenda brian brigitte britta bruce bruno bryan burkhard caitlin
calvin camila camilla camille candice carina carl carla carlo carlos carmen carol carola carolin carolina caroline
carsten caspar catalina caterina catherine cathryn cathy cecile cecilia cedric celia celine cem chad chandra chantal
charles charlie charlotte chiara chloe chris christa christel christelle christian christiane christina christine
christof christoph christophe christopher cindy claire clara clare clarissa claude claudia claudio claus clement
clemens colin conny connor conor constance constanze cord corina corinna corinne cornelia cosima craig cristian
cristiana cristina cynthia cyril daan dagmar daisy damian damiano damien dan dana daniel daniela daniele danielle
danny danuta daphne daria dario dariusz dave david davide dawn dean debbie deborah declan deepak delphine denis denise
dennis derek desiree detlef diana diane didier diego dieter dietmar dilip dimitri dimitris dina dino dirk djamel
dmitri dmitry dmytro dolores domenico dominic dominik dominika dominique don donald donna dora doreen doris dorota
dorothea dorothee dorothy doug douglas duncan dustin dylan ebru eckhard eddie eden edgar edith eduard eduardo edward
edwin egon eileen ekaterina elaine eleanor elena eleni eleonora elias elif elisa elisabeth elisabetta elise eliza
elizabeth elke ella ellen elodie elsa emanuel emanuele emanuela emil emilia emilie emiliano emily emine emma emmanuel
emmanuelle enrico enrique enzo eric erica erich erick erik erika erin erkan ernesto ernst erwin esra esteban estelle
esther ethan etienne eugen eugene eugenia eva evan eve evelin evelyn ewa fabian fabio fabien fabienne fabrice fabrizio
farah fatima fatma federica federico felicia felicitas felipe felix feng ferdinand fernando filip filippo finn fiona
flavia flavio florence florian floriane francesca francesco francine francis francisco franck francois francoise frank
franklin frans franz franziska fred frederic frederick frederik frederike frida friederike friedhelm friedrich fritz
gabor gabriel gabriela gabriele gabriella gabrielle gael galina gareth gary gaspard gauthier gavin geert gemma
genevieve geoffrey georg george georges georgia georgiana georgios gerald gerard gerardo gerd gerda gerhard german
gerrit gesa ghislaine gianluca gianni gilbert gilles gina giorgia giorgio giovanna giovanni gisela giulia giuliano
giulio giuseppe giuseppina gloria goran gordon grace graham grazia greg gregor gregory greta gretchen grit grzegorz
guenter guido guilherme guillaume guillermo gunnar gunter guenther gunther gustav gustavo guy gwen gyorgy hakan hamid
hamza hanna hannah hannelore hannes hans hansjorg harald hardy hari harish harold harriet harry harsh hartmut hasan
hassan hatice heather hector hedwig heide heidi heike heiko heiner heinrich heinz helen helena helene helga helge
helmut hendrik henk henning henri henrik henrike henry herbert heribert herman hermann hilary hilde hildegard hiroshi
holger holly hongwei horst howard hubert hugh hugo hussein hyun ian ibrahim ida ignacio igor ike ilaria ilka ilona
ilse imke imran ina indira ines inga inge ingeborg ingo ingrid inka ioana ioannis ira irena irene irina iris irma isaac
isabel isabella isabelle isolde ivan ivana ivo ivonne iwona jack jackie jacob jacqueline jacques jaime jake jakob
jakub james jamie jan jana jane janet janett janice janina janine janna jannik janos janusz jared jarek jaroslav jason
jasmin jasmina jasmine javier jay jayne jean jeanette jeanne jeff jeffrey jelena jen jenna jennifer jenny jens jeremy
jerome jerry jerzy jesper jess jesse jessica jesus jette jill jim jimmy jin jing jiri jo joachim joan joana joanna
joanne joao jocelyn jochen jodie joe joel joerg johan johann johanna johannes john johnny jon jonas jonathan jordan
jorg jorge joris jorn jose josef josefa josefine joseph josephine josh joshua josiane jost joy joyce juan juana judith
judy julia julian juliana juliane julie julien juliet juliette julio julius jun juraj jurgen juergen jurij justin
justyna jutta kai kaja kamal kamil karel karen karim karin karina karl karla karol karolina karsten kaspar kate
katarina katarzyna katharina katherine kathi kathleen kathrin kathryn kathy katia katie katja katrin katrina kay
kazimierz keith kelly ken kenji kenneth kerstin kevin khaled khanh kim kimberly kira kirill kirsten kirstin kjell
klaas klara klaudia klaus knut konrad konstantin konstantinos konstanze koray kristen kristian kristiina kristin
kristina kristine kristof krystyna krzysztof kumar kurt kyle kyra lars larissa larry laszlo laura laure laurence
laurent lauren lawrence lea leah lech leandro leif leila lena lenka lennart leo leon leona leonard leonardo leonhard
leonie leonor leopold leslie leszek lidia liliana liliane lilly lily lin lina linda lindsay lindsey line ling linus
lionel lisa lisbeth lise liv livia ljiljana loic lora lorena lorenzo loretta lori lothar lotte lou louis louisa louise
luc luca lucas lucia luciano lucie lucien lucy ludger ludmila ludovic ludwig luigi luis luisa luise luiz lukas lukasz
luke lutz lydia lynn lynne maarten madalina maddalena madeleine madhav magali magda magdalena maik maike maja malcolm
malene malgorzata malik malte mandy manfred manish manon manuel manuela mara marc marcel marcela marcelo marcin marco
marcos marcus marek margaret margarete margarita margaux margit margot margrit maria mariana marianna marianne marie
mariella marieke marija marijke marilyn marina mario marion marisa marissa marit marita mariusz mark marko markus
marlene marlies marlon marta martha martijn martin martina martine marvin mary marzena massimo mateusz mathias mathieu
mathilde matias matt matteo matthew matthias matthieu maura maureen maurice mauricio maurizio max maxim maxime
maximilian maya mayank md meera megan mehdi mehmet mei meike meinhard meike melanie melinda melissa mercedes meredith
merle mete mia michael michaela michal michel michela michele micheline michelle mick miguel mihai mika mikael mike
mikhail mila milan milena milica mina mira mirco miriam mirjam mirko miroslav mohamed mohammad mohammed mohit moira
moises molly mona monica monika monique morgan moritz morten moses muhammad murat mustafa myriam nadia nadine nadja
nancy naomi natalia natalie natascha natasha nathalie nathan neal neele neha neil nele nelly nelson nenad nestor nevena
nicholas nick nicky nico nicola nicolas nicole nicoletta niels nigel nihal nikhil niklas niko nikita nikola nikolai
nikolaos nikolas nikolaus nils nina nitin noah noam noel noemi nora norbert norma norman nuno odile ola olaf ole oleg
oleksandr olena olga oliver olivia olivier olof omar orlando oscar osman otto owen pablo pascal pascale patrice
patricia patrick patrik patrizia patrycja paul paula paulina pauline paulo pavel pawel pedro peer peggy penelope per
pernilla petar peter petr petra petros phil philip philipp philippa philippe phoebe pia pier piero pierre pieter
pietro pilar piotr piyush pooja prakash pranav pratik priya przemyslaw quentin quirin rachel radek radoslaw rafael
rafal raffaele raffaella rahul raimund rainer raj rajesh rajiv ralf ralph ram ramon ramona randy rania raphael raquel
rasmus raul ravi ray raymond rebecca regina regine regis reiner reinhard reinhold remi remy rena renata renate rene
renee rhea ricardo riccardo richard rick ricky rita robert roberta roberto robin rocio rod rodolfo rodrigo roger rohan
rohit roland rolf roman romain romina ron ronald ronan ronja ronny rory rosa rosanna rosario rose roser rosie rosemarie
rosemary ross roswitha roxana roy ruben rudi rudolf rune rupert russell ruth ruediger rudiger ryan sabina sabine
sabrina sachin said salim sally salma salvatore sam samantha samir samira samuel sandeep sandra sandrine sandro sandy
sanjay sanna santiago sara sarah sascha sasha satoshi saurabh savannah scott sean sebastian sebastien selim selina
serena serge sergei sergey sergio seth severin shane shannon sharon shaun shawn sheila shirley shreya shubham sibylle
sidney siegfried sieglinde sigrid silke silvan silvana silvia silvio simon simona simone sina siobhan sofia sofie
solange solveig sonia sonja sophia sophie sonke soren spencer srdjan stacy stanislav stanislaw stefan stefania stefanie
stefano steffen steffi stella stephan stephane stephanie stephen sterling steve steven stuart sue sunil sunita susan
susana susanna susanne suzanne svea sven svenja svetlana swantje sybille sylvain sylvia sylvie sylwia tabea takeshi
tamara tamas tammy tanja tanya tara tarek tarun tatiana tatjana ted teresa teresita terry thao thanh theo theodor
theresa therese thibault thierry thijs thilo thomas thorben thorsten tiago tibor till tilman tilo tim timo timothy
tina tino tobias todd tom tomas tomasz tommaso tommy toni tony torben torsten tracy trevor tristan trudy tuan tyler
udo ulf uli ulla ulrich ulrike umut ursula urszula ute uta uwe vaclav vadim valentin valentina valeria valerie valerio
vanessa varun vasile vera verena veronica veronika veronique vibeke vicente vicki victor victoria vijay vikram viktor
viktoria ville vincent vincenzo viola violeta violetta virginia virginie vishal vito vittoria vittorio vivek vivian
viviane vivien vladimir vlad volker volodymyr walid walter wanda waltraud wei wendy wenzel werner wesley wibke wieland
wiebke wiktor wilfried wilhelm will willem william willi willy winfried wojciech wolf wolfgang wolfram xaver xavier
xiaoming yael yan yana yann yannick yara yash yasmin yasmine yasemin yesim ying yolanda yoshi youssef yuki yuko yulia
yuri yusuf yves yvette yvonne zack zach zbigniew zdenek zeynep zoe zofia zoltan zuzana
akiko ayumi chiaki daisuke haruki haruto hideo hiroko kazuo keiko kenta makoto masahiro masako mayumi miyuki naoki
naoko nobuo noriko ryo sakura shinji shiro sora tadashi takashi taro tomoko toshio yoko yosuke yumi
chen hao hong hui jian jie jinping lei mei min ming ning ping qiang qing rong tao xia xin xing xiu yi yong yun zhen
ji-hoon minjun seo-yeon soo sung young hyejin jiyoung minho seung
anh binh chau cuong dung duc giang ha hai hang hanh hien hieu hoa hoang hung huong huy kien lan linh loan long mai
minh my nam nga ngan ngoc nhan nhung phong phuc phuong quan quang quynh son tam tan thang thao thi thuy tien toan trang
trinh trung tu tuyet uyen van vinh vy xuan yen
abena abimbola adaeze adebayo ade akosua amara amani ayo babatunde chidi chinedu chinwe chioma ebele efua emeka femi
funmi ifeoma ike jabari kofi kwabena kwame kwesi lerato makena naledi ngozi nia njeri nkechi nomvula obi olu
oluwaseun segun sipho tendai thabo themba tunde uche wangari wanjiru yaw zanele zola
abdulrahman bilal dalia faisal fahad fatemeh hala hanan hisham huda hossein iman jamal jamila karima khadija laila
layla leyla mahmoud mansour mariam maryam maya mona mona nabil nadim nasser noor nour omid osama rami rana rashid reza
salah saleh samer sami sara shirin tariq yahya yasser yasin youssra zahra zainab ziad
aishwarya akshat akshay amol ananya anirudh ankit anjali ankur anshul archana aravind arvind bhavesh deepa devika divya
ganesh gaurav gayatri harsha hemant isha jigyasa karan karthik kavita kavitha kiran lakshmi mahesh manoj meena mukesh
nandini naveen neeraj nikita nisha pavan pradeep pranjal prasad prateek praveen preeti puja rakesh ramesh rashmi ritu
rishi sanjana santosh shalini shivam shweta siddharth sneha sonali soumya sridhar srinivas subhash sudhir sumit suresh
swati tanvi uday ujjwal usha vaibhav vandana varsha vidya vinay vinod yuvaraj niranjan nayana mie deepika rohini
`

const OTHER_SCRIPTS = `
александр алексеи алексей алина анастасия андреи андрей анна антон артем борис вадим валентина валерии валерий василии
василий вера виктор виктория виталии виталий владимир галина георгии георгий дарья денис дмитрии дмитрий евгении евгений
евгения екатерина елена иван игорь илья ирина кирилл константин ксения лариса леонид любовь людмила максим марина мария
михаил надежда наталия наталья никита николаи николай оксана олег олександр олена ольга павел петр роман светлана сергеи
сергей станислав татьяна юлия юрии юрий яна ивана мариана стоян георги димитър милена петър
αθηνα αικατερινη αλεξανδρα αλεξανδρος αναστασια ανδρεας αννα αντωνης βασιλης βασιλικη γεωργια γεωργιος γιαννης γιωργος
δημητρα δημητρης δημητριος ειρηνη ελενη ελευθερια ευαγγελια ηλιας ιωαννα ιωαννης κατερινα κωνσταντινος κωστας μαρια
μιχαλης νικη νικολαος νικος παναγιωτης παυλος πετρος σοφια σπυρος χρηστος
אבי אברהם אורי איתן אלון אנה גיל דוד דן דנה דניאל חנה יואב יוסף יעל מאיה מיכל מיכאל משה נועה עדי רון רות שרה תמר
أحمد محمد علي حسن حسين فاطمة مريم خالد عمر يوسف ليلى سارة نور عبد إبراهيم محمود سامي رامي هدى
`

/** Family names that come first in scripts without capitals, the longer ones first where they differ in length. */
const FAMILY_HAN =
  '欧阳 司马 上官 诸葛 佐藤 鈴木 高橋 田中 伊藤 渡辺 山本 中村 小林 加藤 吉田 山田 佐々木 山口 松本 井上 木村 斎藤 清水 山崎 森 池田 橋本 阿部 石川 前田 藤田 小川 岡田 後藤 長谷川 村上 近藤 石井 坂本 遠藤 青木 藤井 西村 福田 太田 三浦 藤原 岡本 松田 中川 中野 原田 小野 田村 竹内 金子 和田 中山 石田 上田 森田 原 柴田 酒井 工藤 横山 宮崎 宮本 内田 高木 安藤 島田 谷口 大野 丸山 今井 河野 藤本 村田 武田 上野 杉山 増田 平野 大塚 千葉 久保 松井 小島 岩崎 桜井 野口 松尾 野村 木下 菊地 佐野 大西 杉本 新井 王 李 张 張 刘 劉 陈 陳 杨 楊 赵 趙 黄 黃 周 吴 吳 徐 孙 孫 胡 朱 高 林 何 郭 马 馬 罗 羅 梁 宋 郑 鄭 谢 謝 韩 韓 唐 冯 馮 于 董 萧 蕭 程 曹 袁 邓 鄧 许 許 傅 沈 曾 彭 吕 呂 苏 蘇 卢 盧 蒋 蔣 蔡 贾 賈 丁 魏 薛 叶 葉 阎 余 潘 杜 戴 夏 钟 鍾 汪 田 任 姜 范 方 石 姚 谭 譚 廖 邹 熊 金 陆 陸 郝 孔 白 崔 康 毛 邱 秦 江 史 顾 顧 侯 邵 孟 龙 龍 万 段 雷 钱 錢 汤 尹 黎 易 常 武 乔 贺 赖 龚 文'
const FAMILY_HANGUL =
  '남궁 황보 제갈 선우 김 이 박 최 정 강 조 윤 장 임 한 오 서 신 권 황 안 송 류 유 홍 전 고 문 손 양 배 백 허 남 심 노 하 곽 성 차 주 우 구 민 진 지 엄 채 원 천 방 공 현 함 변 염 여 추 도 소 석 선 설 마 길 연 위 표 명 기 반 왕 금 옥 육 인 맹 제 모 탁 국'

const words = (text: string): string[] => text.trim().split(/\s+/)

/** Folded given names. */
export const GIVEN_NAMES: ReadonlySet<string> = new Set([...words(LATIN), ...words(OTHER_SCRIPTS)])
/** Chinese and Japanese family names. */
export const HAN_FAMILY_NAMES: ReadonlySet<string> = new Set(words(FAMILY_HAN))
/** Korean family names. */
export const HANGUL_FAMILY_NAMES: ReadonlySet<string> = new Set(words(FAMILY_HANGUL))
