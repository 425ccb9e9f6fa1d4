const toWordSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Forms of address and degrees before a name, lower case without dots. They show that a person follows. */
export const TITLES_BEFORE = toWordSet(`
dr prof professor professorin doktor dipl dipl-ing dipl-kfm dipl-kffr dipl-inf dipl-oec dipl-psych dipl-biol dipl-phys
dipl-chem dipl-math dipl-päd dipl-soz dipl-volksw dipl-betriebsw dipl-wirt-ing dipl-des univ-prof priv-doz pd ing mag
maga magª di mgr bc mudr judr phdr rndr ra rain stb wp med rer nat phil iur jur oec pol habil hc h.c theol vet dent dres
herr herrn frau hr fr mr mrs ms miss mx sir dame lord lady rev reverend pastor father hon capt lt col maj gen sgt
mme mlle monsieur madame mademoiselle maître me dott dottssa dottoressa avv ing arch geom rag sig sigra signor signora
sr sra srta señor señora don doña dña lic drs ir mr dhr mevr mevrouw meneer pan pani panu doc docent dra eng eng engª engº
exmo exma atty engr obst abg mtro mtra psic profa prof.ª drª srª arq drs hj tuan puan datuk ts ustadz syekh
`)

/** Degrees and memberships after a name, lower case without dots. */
export const TITLES_AFTER = toWordSet(`
phd mba msc bsc ma ba mag md llm llb mphil dphil meng beng mres bed med mfa bfa dba emba cpa cfa cfp pmp esq rn dds dvm
jd edd psyd scd frcs mrcp cissp cisa obe mbe cbe kbe fca aca acca cima shrm-cp phr aia faia riba fh univ tu dipl.ing
bcom mcom llm. eur esquire msw lcsw lmft dr.h.c csc drsc dba mpa mpp mph
`)

/** Parts of names that are written in lower case. */
export const PARTICLES = toWordSet(`
von van de der den dem del della dello dei degli delle di da do dos das du des la le les el al il lo los las bin ibn
bint ben abu abd ul ur ud zu zum zur vom ter ten te 't op af av auf y san santa st d' l' mac ní nic ó ua ap
ab ten thoe tho in't à
`)

/** Stands at the end of a name and belongs to it. */
export const GENERATIONS = toWordSet('jr sr ii iii iv junior senior')
