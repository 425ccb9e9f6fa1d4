export { type CategorySuggestion, findCategories } from './find-categories.ts'
export { type CategoryRef, categoryLabel, resolveCategories, resolveCategory } from './resolve-category.ts'
