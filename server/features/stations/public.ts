// The arrival at the dormitory, among the stations that come before another one.
export { DORMITORY, listStations } from './store.ts'
