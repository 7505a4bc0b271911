// The room that a student was given, and how the office gives it.
export { describeRoom, findRoom, givePlace, takePlaceAway } from './store.ts'
