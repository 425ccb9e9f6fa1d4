import { englishCharity } from './english-charity.ts'
import { frenchBakery } from './french-bakery.ts'
import { germanJoinery } from './german-joinery.ts'
import type { LabelledWebsite } from './labelled-website.ts'

export type { LabelledWebsite, WebsiteLabels } from './labelled-website.ts'

/** Fictional websites, each with the expected results. */
export const LABELLED_WEBSITES: readonly LabelledWebsite[] = [germanJoinery, englishCharity, frenchBakery]
