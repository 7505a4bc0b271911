// The queued forms by name.
export { familyForm as family } from './family.ts'
export { livingForm as living } from './living-supplies.ts'
export { scanForm as scan } from './checkin.ts'
export { stationForm as station } from './stations.ts'
export { stepForm as step } from './onboarding.ts'
export { travelForm as travel } from './travel.ts'
export { uniformForm as uniform } from './uniform.ts'
