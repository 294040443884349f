// happy-dom has no animations; what is tested is what happens, not how it moves.
Element.prototype.animate = () =>
	({ finished: Promise.resolve(), cancel: () => {}, finish: () => {}, onfinish: null }) as unknown as Animation;
