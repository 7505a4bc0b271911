// How the outbox speaks of each queued form, under the name of the form. A new form adds a line.
export { familyView as family } from '#app/features/family/face.ts'
export { livingView as living } from '#app/features/living/face.ts'
export { scanView as scan } from '#app/features/checkin/face.ts'
export { stepView as step } from '#app/features/onboarding/face.ts'
export { travelView as travel } from '#app/features/travel/face.ts'
export { uniformView as uniform } from '#app/features/uniform/face.ts'
