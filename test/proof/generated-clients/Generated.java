package javax.annotation;

/** Generated classes have this annotation, which Java 11 has dropped. */
public @interface Generated {
    String[] value();

    String date() default "";
}
