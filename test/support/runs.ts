// How often the large random tests repeat: as they say in `npm test`, or ANSWERBACK_RUNS times in `npm run test:hard`.
export const runs = (usual: number): number => Number(process.env.ANSWERBACK_RUNS ?? usual);
