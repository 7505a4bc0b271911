// The room that a student was given, and how the office gives it.
export { describeRoom, findPlaces, findRoom, givePlace, takePlaceAway } from './store.ts'
