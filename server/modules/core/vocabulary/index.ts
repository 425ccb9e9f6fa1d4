import { defineModule } from '#server/platform/module.ts'

export { countryName, resolveCountry } from '#server/platform/text/country-names.ts'
export { type AreaMeaning, type AreaReading, type RegionReading, readArea, readRegions } from './areas.ts'
export { cityKey } from './city-list.ts'
export { departmentPhrases, findDepartment } from './departments.ts'
export { closestCategories, findCategories } from './find-categories.ts'
export { areaAround, citiesNamed, findPlaces, resolvePlace } from './places.ts'
export { findRegion, regionsNamed, resolveRegion } from './regions.ts'
export {
  categoryLabel,
  categoryTags,
  namedCategory,
  resolveCategories,
  resolveCategory,
} from './resolve-category.ts'
export {
  findSeniorities,
  readSeniority,
  readTitle,
  type TitleMeaning,
  type TitleTest,
  titleKey,
} from './titles.ts'

export const vocabularyModule = defineModule({})
