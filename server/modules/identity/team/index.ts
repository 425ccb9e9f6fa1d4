export { teamRoutes } from './team-routes.ts'
export { createTeamService, type TeamService } from './team-service.ts'
export { removeOldInvitations } from './team-store.ts'
