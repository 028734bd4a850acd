// Gives the entry the other screens at once, as pages do that may load nothing.
import * as screens from "../src/otherScreens";
import widget from "../src/widget";

widget.second = () => ({ ...screens, styles: "" });

// which jsdom has not
Element.prototype.scrollIntoView = () => undefined;
Element.prototype.getAnimations = () => [];
window.matchMedia = () => ({ matches: false }) as MediaQueryList;
