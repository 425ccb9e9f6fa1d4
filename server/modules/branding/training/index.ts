export { removeDeletedPages } from './content-store.ts'
export { createTraining } from './create-training.ts'
export { findTrainingFile } from './files-store.ts'
export { trainingRoutes } from './training-routes.ts'
