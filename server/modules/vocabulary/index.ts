export { countryName, resolveCountry } from '#server/platform/text/country-names.ts'
export { type AreaMeaning, type AreaReading, readArea } from './areas.ts'
export { cityKey } from './city-list.ts'
export { departmentPhrases } from './departments.ts'
export { type CategorySuggestion, closestCategories, findCategories } from './find-categories.ts'
export {
  areaAround,
  citiesNamed,
  findPlaces,
  type PlaceSuggestion,
  type ResolvedPlace,
  resolvePlace,
} from './places.ts'
export { findRegion, type Region, regionsNamed, resolveRegion } from './regions.ts'
export { type CategoryRef, categoryLabel, resolveCategories, resolveCategory } from './resolve-category.ts'
export {
  passesTitle,
  readSeniority,
  readTitle,
  senioritiesOf,
  type TitleMeaning,
  type TitleTest,
  titleKey,
} from './titles.ts'
