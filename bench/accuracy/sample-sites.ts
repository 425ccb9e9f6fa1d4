import type { SampleSite } from './sample-site.ts'
import { LOCAL_SITES } from './sample-sites-local.ts'
import { OTHER_SITES } from './sample-sites-other.ts'

/** Invented websites: sample data, none of these companies exist. */
export const SAMPLE_SITES: readonly SampleSite[] = [...LOCAL_SITES, ...OTHER_SITES]
